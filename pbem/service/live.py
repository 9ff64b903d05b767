"""A match in play: read from its snapshot or its log, moved on by orders, written back in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session

from pbem import games
from pbem.audit.merkle import Tree
from pbem.engine import codec, kernel, plans
from pbem.engine.chance import Seeded, stream_key
from pbem.engine.data import effective
from pbem.engine.errors import EngineBug, Impossible
from pbem.engine.game import Action, Data, Game, News, Seat, Table
from pbem.engine.plans import Kept as KeptLine
from pbem.engine.plans import Told
from pbem.engine.standing import with_last
from pbem.service import timing
from pbem.service.entries import Cause, act_of, answered, entry_of, outcomes_of
from pbem.store import absences, clock, log, matches, notices, tables, tenures
from pbem.store import plans as kept_plans
from pbem.store.log import Fact, Logged
from pbem.store.tables import Facts

TOO_OFTEN = 100
"""How often one line of a plan may speak in one go; one that goes on never ends."""


class Kept(Struct):
    """A snapshot: the table, the edge of the log's tree, and the checkpoint of the last public entry."""

    table: msgspec.Raw
    edge: list[str]
    checkpoint: str


class Act(Struct, frozen=True):
    """What an organiser, a vote or the service did to a match: all may know it."""

    facts: Facts
    """`act` names it, and the macro of `templates/common/acts.j2` that tells it; seats are numbers."""
    after: int
    """How much news there was before it, since the match was read."""


class Live:
    """A match, and what has happened in it since it was read."""

    def __init__(self, row: tables.Match, table: Table[Any, Any], tree: Tree, checkpoint: str) -> None:
        self.row = row
        self.table = table
        self.tree = tree
        self.checkpoint = checkpoint
        self.last = tree.size - 1
        """Number of the last entry that is written."""
        self.first = tree.size
        """Number of the first entry since the match was read."""
        self.seats: list[tables.Seat] = []
        self.people: list[tables.Player | None] = []
        self.opened: dict[Seat, int] = {}
        """Who must answer -> the decision, named by the state that opened it."""
        self.answered: dict[Seat, int] = {}
        """Who has answered under seal and may change it -> the decision."""
        self.clocks: list[tables.Deadline] = []
        """The decisions that were open when the match was read."""
        self.facts: list[Fact] = []
        self.news: list[News] = []
        self.numbers: list[int] = []
        """Of a replay: with which entry each news came."""
        self.acts: list[Act] = []
        """What was done to the match; told to everybody."""
        self.press: dict[Seat, list[Facts]] = {}
        """What was said to each seat."""
        self.stands_in: dict[Seat, str] = {}
        """For whom a bot plays that may leave the seat again, or not -> why."""
        self.silent: list[Seat] = []
        """For whom the clock has played."""
        self.plans: dict[Seat, list[KeptLine]] = {}
        """What each seat has ordered ahead."""
        self.planned: dict[Seat, list[KeptLine]] = {}
        """The same when the match was read."""
        self.told: dict[Seat, list[Told]] = {}
        """What became of lines of plans, for their owners."""
        self.arrived: datetime | None = None
        """When the letter that moved the match on had arrived."""
        self.consulted: set[tuple[Seat, int]] = set()
        """Decisions about which a plan was asked: it speaks when they open, or not at all."""
        self.spoken: Counter[KeptLine] = Counter()

    @property
    def id(self) -> str:
        """The match."""
        return self.row.id

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.table.game

    def names(self) -> list[str]:
        """Who sits where, clockwise; a bot is called by its name."""
        return [
            player.name if player else (seat.bot or "?").capitalize()
            for player, seat in zip(self.people, self.seats, strict=True)
        ]

    def clock_of(self, seat: Seat) -> tables.Deadline | None:
        """The clock of the decision that waits for a seat, unless it was opened just now."""
        return next((one for one in self.clocks if (one.seat, one.decision) == (seat, self.opened.get(seat))), None)

    def just_asked(self, seat: Seat) -> bool:
        """Whether a seat must answer something that it was not asked before the match was read."""
        return seat in self.opened and self.clock_of(seat) is None

    def order(self, seat: Seat, action: Action, cause: Cause, kind: str = "order") -> None:
        """Plays an order and remembers its entry; a refusal leaves everything as it was."""
        t = self.table
        before = (len(t.stack), type(t.stack[-1]) if t.stack else None)
        try:
            kernel.play(t, seat, action)
        except EngineBug as bug:
            bug.match = self.id
            raise
        self.facts.append(Fact(kind, entry_of(t, seat, action, cause)))
        self.acted(act_of(kind, self.facts[-1].facts))
        self.news += t.news
        decided = self.opened | self.answered
        self.answered = {one: decided[one] for one in t.pending.may_change if one in decided}
        same = before == (len(t.stack), type(t.stack[-1]) if t.stack else None)
        self.opened = {
            one: self.opened[one] if same and one != seat and one in self.opened else t.n for one in t.pending.seats
        }

    def remark(self, kind: str, facts: Mapping[str, object], **told: object) -> None:
        """Something that is no order gets an entry of its own; the table stays as it is, and open decisions open.

        What is `told` besides stands in the reports alone: names and texts that the log must not keep."""
        self.facts.append(Fact(kind, dict(facts)))
        self.table.n += 1
        self.acted({**facts, **told})

    def acted(self, facts: Mapping[str, object]) -> None:
        """Everybody is told of it in their next report, if it is an act; an order of the organiser is one, too."""
        if "act" in facts:
            self.acts.append(Act(dict(facts), len(self.news)))

    def move_on(self) -> None:
        """Bots and plans answer, until somebody is asked who has neither; each sees its own view and nothing else.

        From here on nobody takes anything back."""
        if self.row.think_from is not None:
            self.consulted = {one for one in self.consulted if one[1] <= self.row.think_from}
        self.row.think_from = self.row.think_until = None
        while self.bot_answers() or self.plan_answers():
            pass
        for seat, lines in self.plans.items() if self.table.stack else ():
            self.heard(seat, plans.current(self.table, lines, plans.moment(self.table, seat)))

    def bot_answers(self) -> bool:
        """The first bot that is asked answers; False: none is."""
        t = self.table
        for seat in t.pending.seats:
            bot = self.seats[seat].bot
            if bot is not None:
                key = stream_key(self.seed, f"{self.id}/bot/{seat}", t.n)
                self.order(seat, kernel.consult(t, seat, t.game.bots[bot], Seeded(key)), {"kind": "bot", "bot": bot})
                return True
        return False

    def plan_answers(self) -> bool:
        """The first plan that has something to say to a decision just opened; False: none has."""
        for seat in self.table.pending.seats if self.row.status == "running" else ():
            decision = (seat, self.opened[seat])
            if not self.plans.get(seat) or decision in self.consulted:
                continue
            self.consulted.add(decision)
            heard = plans.consult(self.table, seat, self.plans[seat])
            self.heard(seat, heard)
            if heard.action is not None and heard.line is not None:
                self.order(seat, heard.action, {"kind": "plan", "letter": heard.line.letter}, kind="plan")
                self.count(seat, heard.line)
                return True
        return False

    def heard(self, seat: Seat, heard: plans.Heard) -> None:
        """Keeps what is left of a plan, and what its owner is to be told."""
        self.plans[seat] = heard.left
        if heard.told:
            self.told.setdefault(seat, []).extend(heard.told)

    def count(self, seat: Seat, line: KeptLine) -> None:
        """A line that has spoken; one that never ends is dropped."""
        self.spoken[line] += 1
        if self.spoken[line] >= TOO_OFTEN and line in self.plans[seat]:
            self.plans[seat].remove(line)
            self.told[seat].append(Told(line.text, "too-often"))

    def silence(self, seat: Seat) -> tuple[Action, KeptLine | None]:
        """What is played for a seat whose time is over: its own choice if that is possible, or else the default."""
        own = plans.silence(self.table, seat, self.plans.get(seat, []))
        return own or (kernel.fallback(self.table, seat), None)

    seed: bytes = b""
    """Of the present epoch; secret until the match is over."""


def data_of(tx: Session, row: tables.Match, game: Game[Any, Any]) -> Data[Any]:
    """The printed numbers, with corrections, that the match is played with."""
    data = effective(game, {})
    if data.fingerprint == row.data:
        return data
    kept = matches.data_set(tx, row.data)
    raw = msgspec.json.decode(kept.body if kept else b"{}")
    return Data(game.read_data(raw), row.data, dict(kept.overrides) if kept else {})


def load(tx: Session, match: str) -> Live | None:
    """A match with its table; from the snapshot if it is of the last entry, from the log otherwise."""
    row = matches.hold(tx, match)
    if row is None or row.started is None:
        return None
    live = awakened(tx, row) or replayed(tx, row)
    live.first = live.last + 1
    live.news, live.acts = [], []
    for seat, player in matches.seated(tx, match):
        live.seats.append(seat)
        live.people.append(player)
        if seat.bot is not None and player is not None:
            live.stands_in[seat.number] = tenures.current(tx, match, seat.number).why
    live.clocks = clock.open_in(tx, match)
    live.opened = {one.seat: one.decision for one in live.clocks}
    sealed = {number: clock.latest(tx, match, number) for number in live.table.pending.may_change}
    live.answered = {number: last.decision for number, last in sealed.items() if last is not None}
    live.consulted = set(live.opened.items())
    for (number, owner), lines in kept_plans.load(tx, match).items():
        if live.seats[number].player == owner:
            live.plans[number] = msgspec.convert(lines, list[KeptLine])
    live.planned = {number: list(lines) for number, lines in live.plans.items()}
    return live


def awakened(tx: Session, row: tables.Match) -> Live | None:
    """The match from its snapshot, if there is a fresh one."""
    kept = log.get_snapshot(tx, row.id)
    if kept is None or kept.n != log.last(tx, row.id):
        return None
    game = games.game(row.game)
    state = codec.decoder(Kept).decode(kept.state)
    epoch = matches.epochs(tx, row.id)[-1]
    table = codec.load(game, bytes(state.table), data_of(tx, row, game), seeded(epoch))
    tree = Tree(kept.n + 1, map(bytes.fromhex, state.edge))
    live = Live(row, table, tree, state.checkpoint)
    live.seed = epoch.seed
    return live


def seeded(epoch: tables.Epoch) -> Seeded:
    """Where the chance of an epoch comes from."""
    return Seeded(stream_key(epoch.seed, epoch.match, epoch.number, map(bytes.fromhex, epoch.entropy)))


def replayed(tx: Session, row: tables.Match, until: int | None = None) -> Live:
    """The match from its log, or its beginning, with all its news: played again, what fell drawn again and compared."""
    game = games.game(row.game)
    epoch, *later = matches.epochs(tx, row.id)
    data = data_of(tx, row, game)
    entries = [one for one in log.load(tx, row.id) if until is None or one.n <= until]
    options: dict[str, bool | int | str] = row.options  # type: ignore[assignment]  # checked when the match began
    table = kernel.start(game, len(matches.seats(tx, row.id)), seeded(epoch), options, data.overrides, row.rules)
    live = Live(row, table, Tree(), Tree().checkpoint())
    live.seed = epoch.seed
    live.news = list(table.news)
    history = History(live, later, targets(entries))
    for entry in entries:
        history.add(entry)
        grow(live, entry)
    return live


def targets(entries: Iterable[Logged]) -> set[int]:
    """The entries that the match has come back to."""
    return {int(str(one.facts()["to"])) for one in entries if one.kind == "rollback"}


class History:
    """A log that is played again: remembers the tables that it comes back to."""

    def __init__(self, live: Live, epochs: Sequence[tables.Epoch], back_to: set[int]) -> None:
        self.live = live
        self.epochs = iter(epochs)
        self.back_to = back_to
        self.kept: dict[int, tuple[Table[Any, Any], int]] = {}
        """Entry -> the table after it, and how much news there was."""

    def add(self, entry: Logged) -> None:
        """Plays an entry again, or goes back."""
        live = self.live
        if entry.kind == "rollback":
            self.back(entry, entry.facts())
        else:
            again(live, entry)
        live.numbers += [entry.n] * (len(live.news) - len(live.numbers))
        if entry.n in self.back_to:
            self.kept[entry.n] = (live.table.clone(), len(live.news))

    def back(self, entry: Logged, facts: Mapping[str, object]) -> None:
        """The table of an earlier entry; what only its author had seen and took back was never told to anybody."""
        table, heard = self.kept[int(str(facts["to"]))]
        epoch = next(self.epochs) if "commitment" in facts else None
        put_back(self.live, table.clone(), epoch, entry.n)
        if facts["act"] == "undo":
            del self.live.news[heard:], self.live.numbers[heard:]
        self.live.acted({name: value for name, value in facts.items() if name not in ("commitment", "entropy")})


def put_back(live: Live, table: Table[Any, Any], epoch: tables.Epoch | None, n: int) -> None:
    """The match stands at an earlier table; in a new epoch, or, where nothing had fallen, with the chance it had."""
    table.news, table.outcomes, table.forced = [], [], []
    table.n = n
    table.epoch, table.counter, table.chance = live.table.epoch, live.table.counter, live.table.chance
    if epoch is not None:
        table.epoch, table.counter, table.chance = epoch.number, 0, seeded(epoch)
        live.seed = epoch.seed
    live.table = table


def again(live: Live, entry: Logged) -> None:
    """Plays an entry of the log again."""
    facts, t = entry.facts(), live.table
    if "action" in facts:
        action = codec.load_action(t.game, msgspec.json.encode(facts["action"]))
        t.n = entry.n - 1
        kernel.play(t, int(str(facts["seat"])), action)
        live.news += t.news
    live.acted(act_of(entry.kind, facts))
    if "outcomes" in facts and facts["outcomes"] != outcomes_of(t):
        raise Impossible(f"match {live.id}, entry {entry.n}: the log says {facts['outcomes']}, drawn was {t.outcomes}")
    t.n = entry.n


def grow(live: Live, entry: Logged) -> None:
    """An entry more in the tree; a public one moves the checkpoint on."""
    live.tree.add(entry.leaf)
    live.last = entry.n
    if "veil" not in entry.facts():
        live.checkpoint = live.tree.checkpoint()


def save(tx: Session, live: Live, at: datetime) -> list[Logged]:
    """Writes what happened: the entries of the log, the snapshot, the open decisions, the end of the match."""
    standing = kernel.result(live.table) if live.row.status == "running" else None
    gone = tenures.resigned(tx, live.id) if standing is not None else []
    if gone:
        live.remark("organiser", {"act": "last", "seats": gone})
    for seat in answered(live.facts):
        live.seats[seat].missed = 0
    entries = log.append(tx, live.id, live.last, live.facts, at)
    live.facts = []
    for entry in entries:
        grow(live, entry)
    if entries:
        keep(tx, live)
        decisions(tx, live, at)
    keep_plans(tx, live, at)
    if standing is not None:
        result: list[tables.Facts] = [msgspec.to_builtins(place) for place in with_last(standing, gone)]
        matches.finish(tx, live.id, "finished", result, at)
    return entries


def keep_plans(tx: Session, live: Live, at: datetime) -> None:
    """What is ordered ahead; a match that is over needs no plans."""
    for number, lines in live.plans.items():
        left = lines if live.table.stack else []
        if left != live.planned.get(number, []):
            kept_plans.keep(tx, live.id, number, live.seats[number].player or 0, msgspec.to_builtins(left), at)
            live.planned[number] = list(left)


def keep(tx: Session, live: Live) -> None:
    """The snapshot; whoever deletes it loses only time."""
    edge = [part.hex() for part in live.tree.edge]
    state = Kept(msgspec.Raw(codec.dump(live.table)), edge, live.checkpoint)
    log.put_snapshot(tx, live.id, live.last, msgspec.json.encode(state))


def decisions(tx: Session, live: Live, now: datetime) -> None:
    """Ends the clocks of decisions that were made, and makes those of new ones."""
    clocks = {one.seat: one for one in live.clocks}
    for seat, row in clocks.items():
        if live.opened.get(seat) != row.decision:
            settle_bank(tx, live, row, live.arrived or now)
            clock.end(tx, row.id or 0, "answered", now)
    for seat, decision in live.opened.items():
        if seat not in clocks or clocks[seat].decision != decision:
            clock.make(tx, live.id, seat, decision, now)


def settle_bank(tx: Session, live: Live, row: tables.Deadline, at: datetime) -> None:
    """What an answer has left of its time goes into the time bank, if the match has one."""
    seat, player = live.seats[row.seat], live.people[row.seat]
    if player is not None and live.row.clock.get("bank"):
        away = absences.of_players(tx, [player.id or 0])
        seat.bank = timing.spent(row, timing.timer(live.row, seat, player, away), at)
        tx.add(seat)


def hold(tx: Session, match: str, reason: str, now: datetime) -> None:
    """A match whose rules failed waits until somebody has looked; its clocks stand still."""
    matches.set_status(tx, match, "held")
    clock.pause(tx, match, now)
    notices.add(tx, "held", match, {"match": match, "reason": reason}, now)
