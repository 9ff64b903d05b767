"""The tables of the letter loop, and the guards of the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# INSERT OR REPLACE deletes without asking the trigger on DELETE; the one on INSERT also leaves no gap in the numbers.
SQLITE = (
    """CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.n IS NOT (SELECT coalesce(max(n), -1) + 1 FROM event WHERE "match" = NEW."match")
    BEGIN SELECT RAISE(ABORT, 'an event follows the last one of its match'); END""",
    """CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER event_never_goes BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
)
POSTGRESQL = (
    """CREATE FUNCTION event_follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.n IS DISTINCT FROM (SELECT coalesce(max(n), -1) + 1 FROM event WHERE "match" = NEW."match") THEN
        RAISE EXCEPTION 'an event follows the last one of its match' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$""",
    """CREATE FUNCTION event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    "CREATE TRIGGER event_follows BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_follows()",
    "CREATE TRIGGER event_never_changes BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION event_append_only()",
    "CREATE TRIGGER event_never_goes BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION event_append_only()",
    "CREATE TRIGGER event_never_empties BEFORE TRUNCATE ON event EXECUTE FUNCTION event_append_only()",
)


def upgrade() -> None:
    for table in TABLES:
        table()
    for statement in SQLITE if op.get_context().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")


def data_set() -> None:
    op.create_table(
        "data_set",
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("overrides", sa.JSON(), nullable=False),
        sa.Column("kept", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_data_set"),
    )


def mailbox() -> None:
    op.create_table(
        "mailbox",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("fetched", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_mailbox"),
    )


def notice() -> None:
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
    )
    op.create_index("ix_notice_told_kind_about", "notice", ["told", "kind", "about"])


def player() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("reports", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("folded", name="uq_player_folded"),
    )


def secret() -> None:
    op.create_table(
        "secret",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secret"),
    )


def stranger() -> None:
    op.create_table(
        "stranger",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("answered", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_stranger"),
    )
    op.create_index("ix_stranger_answered", "stranger", ["answered"])


def address() -> None:
    op.create_table(
        "address",
        sa.Column("canonical", sa.String(), nullable=False),
        sa.Column("written", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.Column("chosen", sa.BigInteger(), nullable=True),
        sa.Column("bouncing", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_address_player"),
        sa.PrimaryKeyConstraint("canonical", name="pk_address"),
    )
    op.create_index("ix_address_player", "address", ["player"])


def match() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("organiser", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["data"], ["data_set.fingerprint"], name="fk_match_data"),
        sa.ForeignKeyConstraint(["organiser"], ["player.id"], name="fk_match_organiser"),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_status_created", "match", ["status", "created"])


def epoch() -> None:
    op.create_table(
        "epoch",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("from_n", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("entropy", sa.JSON(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_epoch_match"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_epoch"),
    )


def event() -> None:
    op.create_table(
        "event",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("leaf", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_event_match"),
        sa.PrimaryKeyConstraint("match", "n", name="pk_event"),
    )


def seat() -> None:
    op.create_table(
        "seat",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(), nullable=True),
        sa.Column("entropy", sa.LargeBinary(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_seat_player"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_seat"),
    )
    op.create_index("ix_seat_player", "seat", ["player"])


def snapshot() -> None:
    op.create_table(
        "snapshot",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_snapshot_match"),
        sa.PrimaryKeyConstraint("match", name="pk_snapshot"),
    )


def deadline() -> None:
    op.create_table(
        "deadline",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("remind", sa.BigInteger(), nullable=True),
        sa.Column("paused", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_deadline_match_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_deadline_match"),
        sa.PrimaryKeyConstraint("id", name="pk_deadline"),
        sa.UniqueConstraint("match", "seat", "decision", name="uq_deadline_match_seat_decision"),
    )
    op.create_index("ix_deadline_match_ended", "deadline", ["match", "ended"])
    op.create_index("ix_deadline_remind", "deadline", ["remind"])
    op.create_index("ix_deadline_state_due", "deadline", ["state", "due"])


def letter() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("content", sa.String(), nullable=True),
        sa.Column("sender", sa.String(), nullable=True),
        sa.Column("internaldate", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.Column("folder", sa.String(), nullable=True),
        sa.Column("moved", sa.BigInteger(), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_letter_match_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_letter_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_letter_player"),
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sa.UniqueConstraint("account", "uidvalidity", "uid", name="uq_letter_account_uidvalidity_uid"),
    )
    op.create_index("ix_letter_match", "letter", ["match"])
    op.create_index("ix_letter_message_id", "letter", ["message_id"])
    op.create_index("ix_letter_moved_account_folder", "letter", ["moved", "account", "folder"])
    op.create_index("ix_letter_player", "letter", ["player"])
    op.create_index("ix_letter_sha256", "letter", ["sha256"])
    op.create_index("ix_letter_state_id", "letter", ["state", "id"])


def outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=True),
        sa.Column("n", sa.Integer(), nullable=True),
        sa.Column("decision", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.Column("accepted", sa.BigInteger(), nullable=True),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("rendered", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_outbox_match_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_outbox_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_outbox_player"),
        sa.ForeignKeyConstraint(["superseded_by"], ["outbox.id"], name="fk_outbox_superseded_by"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("message_id", name="uq_outbox_message_id"),
    )
    op.create_index("ix_outbox_match_player_accepted", "outbox", ["match", "player", "accepted"])
    op.create_index("ix_outbox_next_try", "outbox", ["next_try"])
    op.create_index("ix_outbox_recipient_accepted", "outbox", ["recipient", "accepted"])


def confirmation() -> None:
    op.create_table(
        "confirmation",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_confirmation_letter"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_confirmation_player"),
        sa.PrimaryKeyConstraint("code", name="pk_confirmation"),
    )
    op.create_index("ix_confirmation_address", "confirmation", ["address"])
    op.create_index("ix_confirmation_expires", "confirmation", ["expires"])


def sent_list() -> None:
    op.create_table(
        "sent_list",
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_sent_list_match"),
        sa.ForeignKeyConstraint(["message_id"], ["outbox.message_id"], name="fk_sent_list_message_id"),
        sa.PrimaryKeyConstraint("message_id", name="pk_sent_list"),
    )


TABLES = (
    data_set,
    mailbox,
    notice,
    player,
    secret,
    stranger,
    address,
    match,
    epoch,
    event,
    seat,
    snapshot,
    deadline,
    letter,
    outbox,
    confirmation,
    sent_list,
)
