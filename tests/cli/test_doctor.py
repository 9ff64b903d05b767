"""`pbem doctor` against servers that work, servers that lack something, and nothing at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from socket import AF_INET, SOCK_DGRAM, socket

import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import msgspec
import pytest

from pbem import bootstrap, doctor, domain_records
from pbem.doctor import Finding
from pbem.mail.imap import Inbox
from pbem.mail.server_clock import server_time
from pbem.settings import from_file
from pbem.store.lock import held
from tests.cli.operator import PASSWORD, Operator
from tests.servers.process import free_port
from tests.servers.world import World

FAILING = ("imap", "smtp")


def nobody_answers(_name: str) -> None:
    """Name servers out of reach."""


def examined(operator: Operator) -> dict[str, Finding]:
    """What doctor finds, without name servers."""
    found = doctor.examine(operator.config, {}, bootstrap.now, nobody_answers)
    return {one.check: one for one in found}


def ahead(minutes: int) -> doctor.Now:
    """A clock that is wrong."""
    return lambda: bootstrap.now() + timedelta(minutes=minutes)


def change(operator: Operator, old: str, new: str) -> None:
    text = operator.config.read_text()
    assert old in text
    operator.config.write_text(text.replace(old, new))


def test_all_is_well_with_a_post_office(operator: Operator) -> None:
    findings = examined(operator)
    assert {one.check: one.found for one in findings.values() if one.state not in ("ok", "unknown")} == {}
    assert {"imap IDLE", "imap MOVE", "imap UIDPLUS", "imap folders", "clock", "smtp sender"} <= set(findings)
    assert findings["clock"].state == "ok"
    assert findings["plus-addressing"].state == "ok"
    assert {"pbem/Played", "pbem/Refused", "pbem/Shunted"} <= set(operator.office.folders("pbem"))


def test_doctor_leaves_no_letter_behind(operator: Operator) -> None:
    examined(operator)
    for user in operator.office.users():
        for folder in operator.office.folders(user):
            assert operator.office.letters(user, folder) == [], (user, folder)


def test_the_command_prints_a_line_for_each_finding(operator: Operator) -> None:
    found = operator.run("doctor", "--json")
    assert found.returncode == 0, found.stderr
    findings = msgspec.json.decode(found.stdout, type=list[Finding])
    lines = operator.done("doctor").splitlines()
    assert [line.split(None, 1)[1].partition(":")[0] for line in lines] == [one.check for one in findings]
    assert all(one.remedy for one in findings if one.state in ("warn", "fail"))


def test_against_nothing_it_fails_with_remedies(newcomer: Operator) -> None:
    newcomer.done("init")
    result = newcomer.run("doctor", "--json", "--config", "pbem.toml")
    assert result.returncode == 1
    found = {one.check: one for one in msgspec.json.decode(result.stdout, type=list[Finding])}
    for name in FAILING:
        assert (found[name].state, f"[{name}]" in found[name].remedy) == ("fail", True)
    assert found["operator"].state == found["authserv_id"].state == found["address"].state == "warn"
    assert "imap, smtp" in result.stderr


@pytest.mark.parametrize(
    ("key", "lines", "state", "found"),
    [
        ("mennefer", "[nile]\nfood = [0, 1, 2, 3, 3, 4, 6]", "ok", "mennefer: new matches are played with data "),
        ("mennefer", '[tablets.t1a]\nglyph = "bird"', "fail", "mennefer.tablets: glyph: 'bird' is none of reed, owl"),
        ("mennefer", "[nile", "fail", "data_overrides.mennefer: "),
        ("mennefre", "", "fail", "no game has the key 'mennefre'; did you mean 'mennefer'?"),
    ],
)
def test_corrections_of_printed_numbers_are_tried(
    newcomer: Operator, key: str, lines: str, state: str, found: str
) -> None:
    newcomer.done("init")
    newcomer.config.with_name("owner.toml").write_text(lines)
    change(newcomer, "#data_overrides = {}", f'data_overrides = {{ {key} = "owner.toml" }}')
    one = examined(newcomer)["data_overrides"]
    assert (one.state, bool(one.remedy)) == (state, state == "fail")
    assert one.found.startswith(found)


def test_without_settings_that_is_the_only_finding(newcomer: Operator) -> None:
    (found,) = examined(newcomer).values()
    assert (found.check, found.state) == ("settings", "fail")
    assert "pbem init" in found.found


def test_a_wrong_password_is_named_and_never_shown(operator: Operator) -> None:
    change(operator, PASSWORD, "not-the-password")
    findings = examined(operator)
    for name in FAILING:
        assert findings[name].state == "fail"
        assert "password" in findings[name].remedy
    assert "not-the-password" not in str(findings)


def test_the_database_is_looked_at(operator: Operator) -> None:
    path = operator.folder / "pbem.db"
    path.chmod(0o644)
    with held(f"sqlite:///{path}"):
        findings = examined(operator)
    assert (findings["database file"].state, findings["database file"].remedy) == ("warn", f"chmod 600 {path}")
    assert "in use by another service" in findings["service"].found
    path.write_bytes(b"garbage" * 1000)
    assert examined(operator)["database"].state == "fail"
    path.unlink()
    assert "pbem db upgrade" in examined(operator)["database"].remedy


def test_a_readable_password_is_a_warning(operator: Operator) -> None:
    operator.config.chmod(0o644)
    assert examined(operator)["settings"].remedy == f"chmod 600 {operator.config}"


def test_addresses_that_are_none_fail(operator: Operator) -> None:
    change(operator, "pbem@post.test", "pbem at home")
    change(operator, "boss@post.test", "boss")
    findings = examined(operator)
    assert findings["address"].state == findings["operator"].state == "fail"


def test_a_server_that_does_not_know_our_address(operator: Operator) -> None:
    change(operator, "pbem@post.test", "nobody@post.test")
    findings = examined(operator)
    assert "no such mailbox" in findings["smtp sender"].found
    assert "plus_addressing = false" in findings["plus-addressing"].remedy
    change(operator, "[imap]", "plus_addressing = false\n[imap]")
    assert examined(operator)["plus-addressing"].state == "ok"


def test_clocks_that_differ_are_told(operator: Operator) -> None:
    settings = from_file(operator.config)
    assert doctor.server_clock(settings, bootstrap.now).state == "unknown"  # our folders are not made yet
    bootstrap.inbox(settings).close()
    for minutes, state in ((-1, "warn"), (1, "warn"), (60, "fail")):
        found = doctor.server_clock(settings, ahead(minutes))
        assert (found.state, found.remedy != "") == (state, True)


def test_little_room_on_the_disk_is_told(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    path = operator.folder / "pbem.db"
    assert doctor.disk(path).state == "ok"
    monkeypatch.setattr(doctor, "LITTLE", 10**30)
    assert doctor.disk(path).state == "warn"
    monkeypatch.setattr(doctor, "TOO_LITTLE", 10**30)
    assert doctor.disk(path).state == "fail"


def test_the_clock_of_other_servers_can_be_measured_too(world: World) -> None:
    Inbox.open(world.imap).close()
    assert abs((server_time(world.imap, "pbem/Shunted") - bootstrap.now()).total_seconds()) < 60
    with Inbox.open(world.imap) as box:
        assert box.uids() == []


ZONE = {
    "good.test.": ['"v=spf1 " "mx -all"', '"something else"'],
    "_dmarc.good.test.": ['"v=DMARC1; p=reject"'],
    "bare.test.": ['"something else"'],
}


@contextmanager
def name_server() -> Iterator[dns.resolver.Resolver]:
    """A name server for a few domains, in a thread."""
    line = socket(AF_INET, SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))

    def answer() -> None:
        while (asked := line.recvfrom(4096))[0] != b"stop":
            query = dns.message.from_wire(asked[0])
            name = str(query.question[0].name)
            reply = dns.message.make_response(query)
            if name in ZONE:
                reply.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", *ZONE[name]))
            else:
                reply.set_rcode(dns.rcode.SERVFAIL if name.endswith("broken.test.") else dns.rcode.NXDOMAIN)
            line.sendto(reply.to_wire(), asked[1])

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], line.getsockname()[1]
    try:
        yield resolver
    finally:
        line.sendto(b"stop", line.getsockname())
        thread.join()
        line.close()


def test_the_records_of_a_domain_are_read() -> None:
    with name_server() as resolver:

        def lookup(name: str) -> list[str] | None:
            return domain_records.texts(name, resolver)

        assert domain_records.spf("good.test", lookup) == "v=spf1 mx -all"
        assert domain_records.dmarc("mail.good.test", lookup) == "v=DMARC1; p=reject"
        assert domain_records.spf("bare.test", lookup) == domain_records.dmarc("bare.test", lookup) == ""
        assert domain_records.spf("broken.test", lookup) is None
        assert domain_records.dmarc("broken.test", lookup) is None


def test_a_record_that_is_missing_is_a_warning_and_silence_is_not() -> None:
    assert doctor.record("SPF", "", "publish it").state == "warn"
    assert doctor.record("SPF", "v=spf1 -all", "publish it").remedy == ""
    assert doctor.record("SPF", None, "publish it").state == "unknown"


def test_a_name_server_out_of_reach_is_no_error() -> None:
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], free_port()
    resolver.timeout = 0.1
    assert domain_records.texts("good.test", resolver) is None
