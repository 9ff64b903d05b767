"""The service is killed at every named point and started again: nothing is lost, nothing is done twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import bootstrap
from pbem.service.points import POINTS
from pbem.settings import BadSettings
from tests.end_to_end.crashes import RESENDING, Driver, Plan, driver, judge
from tests.end_to_end.towns import cities, village
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix

ROOT = Path(__file__).parents[2]
SAMPLE = 3
"""Steps of the story at which the service dies, for each point; all of them in the long run."""


@pytest.fixture(scope="module")
def here() -> Iterator[Driver]:
    """The story on the embedded servers, told once without a disturbance."""
    with driver(village) as found:
        yield found


@pytest.fixture(scope="module")
def there(dovecot: Dovecot, postfix: Postfix) -> Iterator[Driver]:
    """The same story on Dovecot and Postfix."""
    with driver(cities(dovecot, postfix)) as found:
        yield found


def survives(told: Driver, plan: Plan) -> None:
    """The story ends as if nobody had died."""
    verdict = judge(told.tell(plan), told.undisturbed)
    print(f"{plan.point}: {verdict.kills} kills, {verdict.resends} resends")
    assert verdict.differences == []
    assert (verdict.lost, verdict.doubled) == (0, 0)
    assert verdict.kills == plan.kills
    assert plan.point in RESENDING or verdict.resends == 0


@pytest.mark.parametrize("point", POINTS)
def test_it_dies_and_nothing_is_lost_or_doubled(here: Driver, point: str) -> None:
    plan = here.sample(point, SAMPLE)
    assert plan.kills > 0, f"the story never comes to {point}: let something happen there"
    survives(here, plan)


@pytest.mark.soak
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("point", POINTS)
def test_it_dies_at_every_step(here: Driver, point: str, count: int) -> None:
    plan = here.every(point, count)
    if plan.kills:
        survives(here, plan)
    else:
        assert max(here.passes(point)) < count


@pytest.mark.soak
@pytest.mark.realmail
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("point", POINTS)
def test_it_dies_between_real_servers(there: Driver, point: str, count: int) -> None:
    plan = there.every(point, count)
    if plan.kills:
        survives(there, plan)
    else:
        assert max(there.passes(point)) < count


def test_the_story_has_every_end_of_a_letter(here: Driver) -> None:
    ends = {line.split(": ")[1].split()[0] for line in here.undisturbed.states["weeks"].letters}
    assert ends == {"played", "refused", "answered", "ignored", "repeated", "shunted"}
    log = here.undisturbed.states["weeks"].logs["00c0ffee00c0ffee"][1:]
    causes = [entry["cause"]["kind"] if "cause" in entry else entry["act"] for entry in log]
    assert " ".join(causes) == "letter letter plan clock letter motion bot bot plan vote-expired clock bot"


def test_a_lost_or_doubled_effect_is_seen(here: Driver) -> None:
    """The judge is no friend of the service: a mail that is missing, or one too many, counts."""
    run = here.tell(Plan())
    last = run.states["weeks"]
    gone = last.arrived["anna"].pop()
    last.letters.append(last.letters[0])
    verdict = judge(run, here.undisturbed)
    assert (verdict.lost, verdict.doubled, len(verdict.differences)) == (1, 1, 2)
    assert gone in "".join(verdict.differences)


def named() -> set[str]:
    """The points in the code."""
    texts = (path.read_text("utf-8") for path in (ROOT / "pbem").rglob("*.py"))
    return {name for text in texts for name in re.findall(r"\bpoint\(\s*[\"']([^\"']+)[\"']\s*\)", text)}


def test_the_list_of_points_is_that_of_the_code() -> None:
    assert named() == set(POINTS)


def test_each_point_is_documented() -> None:
    text = (ROOT / "docs" / "developers.md").read_text("utf-8")
    assert [name for name in POINTS if f"`{name}`" not in text] == []


@pytest.mark.parametrize("wanted", ["nowhere:1", "mailroom.kept", "mailroom.kept:0", "mailroom.kept:x"])
def test_a_fault_that_would_never_happen_is_refused(wanted: str) -> None:
    with pytest.raises(BadSettings, match="NAME:COUNT"):
        bootstrap.fault({"PBEM_FAULT": wanted})
