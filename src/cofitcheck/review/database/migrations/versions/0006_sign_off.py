"""Facts left open that are worked like findings; amounts, materiality, signatures, the archive."""

import sqlalchemy as sa
from alembic import op

from cofitcheck.review.database import Moment

revision = "0006_sign_off"
down_revision = "0005_calculations"


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("findings") as findings:
        findings.add_column(sa.Column("standing", sa.String(16), nullable=False, server_default="finding"))
        findings.add_column(sa.Column("amount", sa.Double(), nullable=True))
        findings.add_column(sa.Column("signs", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("documents") as documents:
        documents.add_column(sa.Column("archived", Moment(), nullable=True))
        documents.add_column(sa.Column("archived_by", sa.String(120), nullable=False, server_default=""))
        documents.add_column(sa.Column("materiality", sa.Double(), nullable=True))
    with op.batch_alter_table("drafts") as drafts:
        for signed in ("prepared", "reviewed"):
            drafts.add_column(sa.Column(signed, Moment(), nullable=True))
            drafts.add_column(sa.Column(f"{signed}_by", sa.String(120), nullable=False, server_default=""))
