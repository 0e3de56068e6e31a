"""The audit trail and the notes."""

import sqlalchemy as sa
from alembic import op

from cofitcheck.review.database import Moment

revision = "0002_decisions"
down_revision = "0001_documents"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("finding_id", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("draft", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["finding_id"], ["findings.id"], name=op.f("fk_comments_finding_id_findings"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index(op.f("ix_comments_finding_id"), "comments", ["finding_id"], unique=False)
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("draft_id", sa.Integer(), nullable=False),
        sa.Column("finding_id", sa.Integer(), nullable=True),
        sa.Column("fact_id", sa.Integer(), nullable=True),
        sa.Column("fingerprint", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("seen", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("model", sa.String(length=300), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("batch", sa.String(length=32), nullable=False),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name=op.f("fk_events_document_id_documents"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["drafts.id"], name=op.f("fk_events_draft_id_drafts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["fact_id"], ["facts.id"], name=op.f("fk_events_fact_id_facts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["finding_id"], ["findings.id"], name=op.f("fk_events_finding_id_findings"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["undoes_id"], ["events.id"], name=op.f("fk_events_undoes_id_events")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_events_undoes_id")),
    )
    op.create_index(op.f("ix_events_batch"), "events", ["batch"], unique=False)
    op.create_index(op.f("ix_events_document_id"), "events", ["document_id"], unique=False)
    op.create_index(op.f("ix_events_draft_id_id"), "events", ["draft_id", "id"], unique=False)
    op.create_index(op.f("ix_events_finding_id"), "events", ["finding_id"], unique=False)
