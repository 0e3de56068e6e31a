"""Findings of calculations: the kind of a finding. A finding of a calculation states no fact twice."""

import sqlalchemy as sa
from alembic import op

revision = "0005_calculations"
down_revision = "0004_left_open"


def upgrade() -> None:
    """Add the kind, and let the probability of one fact be missing."""
    with op.batch_alter_table("findings") as findings:
        findings.add_column(sa.Column("kind", sa.String(16), nullable=False, server_default="repeat"))
        findings.alter_column("same_fact", existing_type=sa.Double(), nullable=True)
