"""What a letter says, without acting. Nothing is checked here: neither who wrote it nor whether a move is allowed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine.errors import OrderError
from pbem.engine.game import Game
from pbem.engine.orders import find
from pbem.games import games
from pbem.mail.errors import NoLetter
from pbem.mail.kinds import Kind, by_machine
from pbem.mail.letter import Letter, Limits, read
from pbem.mail.ours import folded, listed
from pbem.mail.quoting import typed
from pbem.mail.tokens import Place, place_of, tokens_in
from pbem.service import words

LABEL = re.compile(r"\(?(\d{1,4}[a-z]?)[.):]?", re.ASCII | re.IGNORECASE)


class Heard(Struct, frozen=True):
    """What a letter says."""

    typed: Sequence[str]
    doubtful: Sequence[str]
    kind: Kind
    sender: str | None
    match: str | None
    seat: int | None
    orders: Sequence[str]
    """As they are understood, in English; what is none, or may be several, is left out."""


class Known(Struct, frozen=True):
    """What is known besides the letter: the mail that it answers, our own addresses, and the game."""

    sent: Letter | None = None
    own: Collection[str] = ()
    game: Game[Any, Any] | None = None


def opened(raw: bytes, name: str = "") -> Letter:
    """A letter in these bytes; a file without any header is taken for the text, or the HTML, of one."""
    try:
        return read(raw, Limits())
    except NoLetter:
        kind = "html" if name.lower().endswith((".html", ".htm")) else "plain"
        return read(f"Content-Type: text/{kind}; charset=utf-8\n\n".encode() + raw, Limits())


def heard(letter: Letter, known: Known) -> Heard:
    """What a letter says, given what is known."""
    said = typed(letter, known.sent)
    place = place_in(letter, known)
    text = (known.sent.text or "") if known.sent else ""
    candidates = [known.game] if known.game else named_in(text) or list(games().values())
    return Heard(
        typed=said.lines,
        doubtful=said.doubtful,
        kind=by_machine(letter, known.own) or ("orders" if said.lines or said.doubtful else "empty"),
        sender=letter.senders[0] if len(letter.senders) == 1 else None,
        match=place.match if place else None,
        seat=place.seat if place else None,
        orders=list(understood(said.lines, offers(text), candidates)),
    )


def place_in(letter: Letter, known: Known) -> Place | None:
    """The match and the seat that the letter names by a token."""
    tokens = (token for own in (*known.own, "") for token in tokens_in(letter, own))
    return next(filter(None, map(place_of, tokens)), None)


def named_in(text: str) -> list[Game[Any, Any]]:
    """The game whose title a report begins with."""
    heads = [line.split("  ")[0].strip() for line in text.split("\n")[:6]]
    return [game for game in games().values() if game.title.upper() in heads]


def offers(text: str) -> Mapping[str, str]:
    """Label -> order, as a report lists them."""
    every = listed(text.split("\n")).items()
    return {one: " ".join(order) for order, labels in every for one in labels if order[:1] != (one.casefold(),)}


def understood(lines: Sequence[str], offered: Mapping[str, str], among: Sequence[Game[Any, Any]]) -> Iterator[str]:
    """The orders in these lines, up to `end`."""
    verbs = {name for game in among for name in game.orders.names}
    for line in lines:
        said = line.partition("#")[0].strip()
        word = words.meant(said.split()[0], verbs) if said else None
        if word is not None and word.meaning == "end":
            return
        if word is not None:
            yield " ".join([word.en, *said.split()[1:]])
        elif order := meaning(said, offered, among):
            yield order


def meaning(said: str, offered: Mapping[str, str], among: Sequence[Game[Any, Any]]) -> str | None:
    """The order that a line is, in its canonical form; a label that was not offered is left as it is."""
    if label := LABEL.fullmatch(said):
        return canonical(offered.get(label[1], ""), among) or label[1]
    first, _, rest = said.partition(" ")
    if folded(rest) and " ".join(folded(rest)) == offered.get(first.strip(".)")):
        return canonical(rest, among)
    return canonical(said, among)


def canonical(order: str, among: Sequence[Game[Any, Any]]) -> str | None:
    """What every game that understands an order calls it; None if there is no such game, or they do not agree."""
    forms = set()
    for game in among:
        if not any(find(word, game.orders.names) for word in folded(order)[:2]):
            continue  # prose, told quickly: a refusal would look for what is like it
        try:
            forms.add(game.orders.write(game.orders.read(order)))
        except OrderError:
            continue
    return forms.pop() if len(forms) == 1 else None
