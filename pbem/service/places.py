"""Which place at which match a letter is about: by a token that it brings back, or by what it names."""

from __future__ import annotations

from sqlmodel import Session

from pbem.mail.letter import Letter
from pbem.mail.tokens import Place, tokens_in
from pbem.service import chairs, words
from pbem.service.office import Office
from pbem.store import matches, people, tables

GUESSED = -1
"""The decision of a place that no token names: the match stands in the subject, or is the only one of the player."""


def proven(office: Office, tx: Session, letter: Letter, player: tables.Player) -> Place | None:
    """The seat, or chair, that a valid token of this player names; it was sent to one of their addresses."""
    mine = [one.canonical for one in people.addresses(tx, player.id or 0) if one.confirmed]
    for token in tokens_in(letter, office.address):
        place = office.tokens.read(token)
        since = chairs.since(tx, place, player) if place is not None else None
        if since is not None and any(office.tokens.valid(token, address, since) for address in mine):
            return place
    return None


def named(tx: Session, letter: Letter, player: tables.Player) -> Place | None:
    """Without a token: the match named in the subject, or the only one that the player plays."""
    tag = words.match_in(letter.subject)
    if tag and any(one.status == "open" for one in matches.beginning(tx, tag)):
        return None
    mine = [(m, s) for m, s in matches.of_player(tx, player.id or 0) if m.status in ("running", "paused")]
    called = [(m, s) for m, s in mine if m.id[:4] in letter.subject or m.id in letter.subject]
    one = called if len(called) == 1 else mine
    return Place(one[0][0].id, one[0][1].number, GUESSED) if len(one) == 1 else None
