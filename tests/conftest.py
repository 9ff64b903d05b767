"""Settings for all tests: Hypothesis gives the same examples on every machine, however slow; mail servers on demand."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["tests.servers.fixtures"]

settings.register_profile("pbem", derandomize=True, deadline=None, max_examples=5)
settings.load_profile("pbem")
