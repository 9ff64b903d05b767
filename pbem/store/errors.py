"""What can go wrong with the database; the operator, or the next try, mends it.

PbemError
  StoreError
    Busy            another service holds this database
    Outdated        the tables are older or newer than this pbem: `pbem db upgrade`
    Unsuitable      an address of a database that cannot work here
    Conflict        somebody else has written to the match meanwhile; read it again
"""

from __future__ import annotations

from pbem.engine.errors import PbemError


class StoreError(PbemError):
    """Anything that the store itself reports."""


class Busy(StoreError):
    """Another service holds this database."""


class Outdated(StoreError):
    """The tables are not those of this pbem."""


class Unsuitable(StoreError):
    """An address of a database that cannot work here."""


class Conflict(StoreError):
    """The log has moved on since it was read."""
