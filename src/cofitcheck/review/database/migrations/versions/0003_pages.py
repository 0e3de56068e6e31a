"""How many pages a document has, and notes that take the place of others."""

import sqlalchemy as sa
from alembic import op

revision = "0003_pages"
down_revision = "0002_decisions"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("pages", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("comments") as comments:
        comments.add_column(sa.Column("replaces_id", sa.Integer(), nullable=True))
        comments.create_foreign_key(
            op.f("fk_comments_replaces_id_comments"), "comments", ["replaces_id"], ["id"], ondelete="CASCADE"
        )
        comments.create_unique_constraint(op.f("uq_comments_replaces_id"), ["replaces_id"])
