"""What players order ahead."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match", "seat"], ["seat.match", "seat.number"], name="fk_plan_match_seat"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_plan_player"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_plan"),
    )


def downgrade() -> None:
    raise NotImplementedError("restore a backup instead")
