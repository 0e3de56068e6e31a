"""Runs our migrations with Alembic, on the connection that `migrate` opened."""

from alembic import context

from cofitcheck.review.database.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
