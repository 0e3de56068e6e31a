"""Documents compared with others: last year's report, another format, the whole of a release."""

import sqlalchemy as sa
from alembic import op

revision = "0007_comparisons"
down_revision = "0006_sign_off"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("documents") as documents:
        documents.add_column(sa.Column("compares_id", sa.Integer(), nullable=True))
        documents.create_foreign_key(
            "fk_documents_compares_id_documents", "documents", ["compares_id"], ["id"], ondelete="CASCADE"
        )
        documents.create_index("ix_documents_compares_id", ["compares_id"])
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("other_name", sa.String(300), nullable=False, server_default=""))
        drafts.add_column(sa.Column("kinship", sa.String(16), nullable=False, server_default=""))
        drafts.add_column(sa.Column("of_number", sa.Integer(), nullable=False, server_default="0"))
