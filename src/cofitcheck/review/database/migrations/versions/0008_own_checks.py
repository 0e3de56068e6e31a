"""Own checks of reviewers, and the rule that sets apart what was left open."""

import sqlalchemy as sa
from alembic import op

from cofitcheck.review.database import Moment

revision = "0008_own_checks"
down_revision = "0007_comparisons"


def upgrade() -> None:
    """Add the table and the columns."""
    op.create_table(
        "own_checks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("draft_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("members", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("remarks", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("who", sa.String(120), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("mends", sa.String(40), nullable=False),
        sa.Column("standing", sa.String(16), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.String(120), nullable=False),
        sa.Column("decided", Moment(), nullable=True),
        sa.Column("carried", sa.String(16), nullable=False),
        sa.Column("carried_note", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name=op.f("fk_own_checks_draft_id_drafts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_checks")),
        sa.UniqueConstraint("draft_id", "number", name=op.f("uq_own_checks_draft_id_number")),
    )
    for count in ("worth_a_look", "set_aside"):
        op.add_column("drafts", sa.Column(count, sa.Integer(), nullable=True))
    op.add_column("events", sa.Column("own_id", sa.Integer(), nullable=True))
    op.add_column("findings", sa.Column("rule", sa.Text(), nullable=False, server_default=""))
