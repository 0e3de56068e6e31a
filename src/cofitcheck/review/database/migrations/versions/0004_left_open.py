"""The facts that a check left open."""

import sqlalchemy as sa
from alembic import op

revision = "0004_left_open"
down_revision = "0003_pages"


def upgrade() -> None:
    """Add the column."""
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("left_open", sa.LargeBinary(), nullable=True))
