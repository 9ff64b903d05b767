"""Settings for all tests: Hypothesis gives the same examples on every machine, however slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pbem", derandomize=True, deadline=None, max_examples=5)
settings.load_profile("pbem")
