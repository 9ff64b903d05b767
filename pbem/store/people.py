"""Players, their addresses, and the keys of the service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.store.tables import Address, Player, PlayerState, Reports, Secret
from pbem.store.times import EPOCH

BY_ADDRESS = (
    select(Address, Player)
    .join(Player, col(Player.id) == col(Address.player))
    .where(col(Address.canonical) == bindparam("canonical"))
)
ADDRESSES = select(Address).where(col(Address.player) == bindparam("player")).order_by(col(Address.added))
MAIL_ADDRESSES = (
    select(Address)
    .where(col(Address.player).in_(bindparam("players", expanding=True)), col(Address.confirmed).is_not(None))
    .order_by(col(Address.chosen))
)

BOUNCING = select(Address).where(col(Address.bouncing) > EPOCH)


UNSUBSCRIBED = "unsubscribed"
"""Key of a player's settings: no mail but the turns of matches that run."""


class NewPlayer(Struct, frozen=True, kw_only=True):
    """What is known of a player at first."""

    name: str
    language: str = "en"
    reports: Reports = "turn"
    zone: str = "UTC"
    state: PlayerState = "new"


class Found(Struct, frozen=True):
    """A player and the address by which they were found."""

    player: Player
    address: Address


def add(tx: Session, new: NewPlayer, now: datetime) -> Player:
    """A new player; the name must be free."""
    player = Player(
        name=new.name,
        folded=new.name.casefold(),
        language=new.language,
        reports=new.reports,
        zone=new.zone,
        state=new.state,
        joined=now,
    )
    tx.add(player)
    tx.flush()
    return player


def get(tx: Session, player: int) -> Player | None:
    """A player."""
    return tx.get(Player, player)


def by_name(tx: Session, name: str) -> Player | None:
    """The player of that name, in upper or lower case."""
    return tx.exec(select(Player).where(col(Player.folded) == name.casefold())).first()


def listed(tx: Session) -> list[Player]:
    """All players, by name."""
    return list(tx.exec(select(Player).order_by(col(Player.folded))))


def by_address(tx: Session, canonical: str) -> Found | None:
    """Whose address it is, confirmed or not."""
    found = tx.exec(BY_ADDRESS, params={"canonical": canonical}).first()
    return None if found is None else Found(player=found[1], address=found[0])


def add_address(tx: Session, player: int, canonical: str, written: str, now: datetime) -> Address:
    """A further address; it counts when it is confirmed."""
    address = Address(canonical=canonical, written=written, player=player, added=now)
    tx.add(address)
    tx.flush()
    return address


def confirm_address(tx: Session, canonical: str, now: datetime) -> None:
    """The address is the player's own, and gets their mail from now on."""
    address = tx.get_one(Address, canonical)
    address.confirmed = address.confirmed or now
    address.chosen = now
    tx.flush()


def remove_address(tx: Session, canonical: str) -> None:
    """The address is nobody's any more."""
    tx.delete(tx.get_one(Address, canonical))
    tx.flush()


def addresses(tx: Session, player: int) -> list[Address]:
    """All addresses of a player, the oldest first."""
    return list(tx.exec(ADDRESSES, params={"player": player}))


def mail_address(tx: Session, player: int) -> Address | None:
    """Where mail to a player goes; None: nowhere is confirmed."""
    return mail_addresses(tx, [player]).get(player)


def mail_addresses(tx: Session, players: Sequence[int]) -> dict[int, Address]:
    """Where mail to these players goes; whoever has nothing confirmed is left out."""
    return {row.player: row for row in tx.exec(MAIL_ADDRESSES, params={"players": players})}


def wants_mail(player: Player) -> bool:
    """Whether somebody wants more than their turns."""
    return not player.settings.get(UNSUBSCRIBED)


def subscribe(tx: Session, player: Player) -> None:
    """Somebody wants all mail; who opens or joins a match does, too."""
    if not wants_mail(player):
        player.settings = {name: value for name, value in player.settings.items() if name != UNSUBSCRIBED}
        tx.add(player)
        tx.flush()


def unsubscribe(tx: Session, player: Player) -> None:
    """Somebody wants their turns alone."""
    player.settings = {**player.settings, UNSUBSCRIBED: True}
    tx.add(player)
    tx.flush()


def bounced(tx: Session, canonical: str, now: datetime) -> None:
    """Mail came back; the first time counts."""
    row = tx.get_one(Address, canonical)
    row.bouncing, row.tried, row.through = row.bouncing or now, now, None
    tx.flush()


def reached(tx: Session, canonical: str) -> None:
    """Mail arrives again."""
    row = tx.get_one(Address, canonical)
    row.bouncing = row.tried = row.through = None
    tx.flush()


def tried(tx: Session, canonical: str, now: datetime) -> None:
    """A mail is sent to an address from which mail comes back, to see whether it still does."""
    tx.get_one(Address, canonical).tried = now
    tx.flush()


def bouncing(tx: Session) -> dict[int, Address]:
    """The players whose mail comes back, with the address where it should go."""
    found = [row.player for row in tx.exec(BOUNCING)]
    return {player: row for player, row in mail_addresses(tx, found).items() if row.bouncing} if found else {}


def through(tx: Session, players: Sequence[int], now: datetime) -> None:
    """Mail was accepted; where it has come back before, that is a good sign."""
    for player, row in bouncing(tx).items():
        if player in players:
            row.through = row.through or now
    tx.flush()


def secret(tx: Session, name: str, make: Callable[[], bytes], now: datetime) -> bytes:
    """A key of the service, made when it is first asked for."""
    kept = tx.get(Secret, name)
    if kept is None:
        kept = Secret(name=name, value=make(), made=now)
        tx.add(kept)
        tx.flush()
    return kept.value
