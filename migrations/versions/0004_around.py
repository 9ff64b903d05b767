"""What stands around a match: openings, tenures, absences, votes, press, observers, organisers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("think_from", sa.Integer(), nullable=True))
    op.add_column("match", sa.Column("think_until", sa.BigInteger(), nullable=True))
    op.create_index("ix_match_think_until", "match", ["think_until"])
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=False),
        sa.Column("cancelled", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_absence_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_absence_player"),
        sa.PrimaryKeyConstraint("id", name="pk_absence"),
    )
    op.create_index("ix_absence_player", "absence", ["player"])

    op.create_table(
        "applicant",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_applicant_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_applicant_player"),
        sa.PrimaryKeyConstraint("match", "player", name="pk_applicant"),
    )
    op.create_table(
        "motion",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_motion_match"),
        sa.PrimaryKeyConstraint("id", name="pk_motion"),
    )
    op.create_index("ix_motion_closes", "motion", ["closes"])
    op.create_index("ix_motion_match_state", "motion", ["match", "state"])

    op.create_table(
        "mute",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_mute_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_mute_player"),
        sa.PrimaryKeyConstraint("match", "player", "seat", name="pk_mute"),
    )
    op.create_table(
        "observer",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("reports", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("next_report", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_observer_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_observer_player"),
        sa.PrimaryKeyConstraint("match", "player", name="pk_observer"),
    )
    op.create_index("ix_observer_next_report", "observer", ["next_report"])
    op.create_index("ix_observer_player", "observer", ["player"])

    op.create_table(
        "opening",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("wants", sa.JSON(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("warned", sa.BigInteger(), nullable=True),
        sa.Column("ready_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_opening_match"),
        sa.PrimaryKeyConstraint("match", name="pk_opening"),
        sa.UniqueConstraint("code", name="uq_opening_code"),
    )
    op.create_index("ix_opening_expires", "opening", ["expires"])
    op.create_index("ix_opening_ready_by", "opening", ["ready_by"])

    op.create_table(
        "organiser",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_organiser_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_organiser_player"),
        sa.PrimaryKeyConstraint("match", "player", name="pk_organiser"),
    )
    op.create_index("ix_organiser_player", "organiser", ["player"])

    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("to", sa.JSON(), nullable=True),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_press_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_press_player"),
        sa.PrimaryKeyConstraint("id", name="pk_press"),
    )
    op.create_index("ix_press_match_at", "press", ["match", "at"])
    op.create_index("ix_press_player", "press", ["player"])

    op.create_table(
        "ballot",
        sa.Column("motion", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["motion"], ["motion.id"], name="fk_ballot_motion"),
        sa.PrimaryKeyConstraint("motion", "seat", name="pk_ballot"),
    )
    op.create_table(
        "offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_offer_match_seat"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_offer_player"),
        sa.PrimaryKeyConstraint("id", name="pk_offer"),
    )
    op.create_index("ix_offer_expires", "offer", ["expires"])
    op.create_index("ix_offer_player", "offer", ["player"])

    op.create_table(
        "tenure",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("from_n", sa.Integer(), nullable=False),
        sa.Column("until_n", sa.Integer(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(), nullable=True),
        sa.Column("why", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_tenure_match_seat"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_tenure_player"),
        sa.PrimaryKeyConstraint("match", "seat", "from_n", name="pk_tenure"),
    )
    op.create_index("ix_tenure_player", "tenure", ["player"])

    op.add_column("address", sa.Column("tried", sa.BigInteger(), nullable=True))
    op.add_column("address", sa.Column("through", sa.BigInteger(), nullable=True))
    op.create_index("ix_address_bouncing", "address", ["bouncing"])

    op.add_column("mailbox", sa.Column("mended", sa.BigInteger(), nullable=True))

    op.add_column("deadline", sa.Column("wanted", sa.BigInteger(), nullable=True))
    op.add_column("deadline", sa.Column("given", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE deadline SET wanted = due")
    op.add_column("deadline", sa.Column("unreachable", sa.BigInteger(), nullable=True))
    op.add_column("deadline", sa.Column("forgiven", sa.BigInteger(), nullable=True))

    op.add_column("seat", sa.Column("ready", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("bank", sa.Integer(), nullable=True))
    op.add_column("seat", sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))

    op.execute(
        "INSERT INTO tenure (match, seat, from_n, player, bot, why)"
        " SELECT match, number, 0, player, bot, 'seated' FROM seat"
    )


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
