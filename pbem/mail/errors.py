"""What can go wrong between us and the mail servers, sorted by who must act.

PbemError
  MailError
    Unreachable     nobody answers, or the line was cut: the next try mends it
    LoginRefused    account, password or certificate do not fit: the operator mends it
    ServerTrouble   the server answers, but not what we need: the operator looks at the server
      Renumbered      the server has numbered its letters anew: open the inbox again, what is known of UIDs is void
"""

from __future__ import annotations

from pbem.engine.errors import PbemError


class MailError(PbemError):
    """Anything that keeps us from a mail server."""


class Unreachable(MailError):
    """Nobody answers, or the line was cut; try again later."""


class LoginRefused(MailError):
    """We cannot log in, or will not, until the operator has acted."""


class ServerTrouble(MailError):
    """The server answers, but not what we need."""


class Renumbered(ServerTrouble):
    """UIDVALIDITY has changed while we were connected."""
