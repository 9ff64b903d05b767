"""Letters by sender, lists by decision: both are asked for each letter."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_letter_sender_received", "letter", ["sender", "received"])
    op.create_index("ix_sent_list_match_seat_decision", "sent_list", ["match", "seat", "decision"])


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
