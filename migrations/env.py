"""Runs the revisions on the connection that `pbem.store.upgrade` hands over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel.sql.sqltypes import AutoString

from pbem.store import around  # noqa: F401  its tables are among those of `Row`
from pbem.store.tables import Row
from pbem.store.times import UtcTime


def plain(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Types in a revision are those of the database, not ours, which may change."""
    if kind == "type" and isinstance(item, UtcTime):
        return "sa.BigInteger()"
    if kind == "type" and isinstance(item, AutoString):
        return "sa.String()"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
    render_item=plain,
)
context.run_migrations()
