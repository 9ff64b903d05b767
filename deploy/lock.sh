#!/usr/bin/env bash
# Writes requirements.lock (to run) and requirements-dev.lock (to develop) anew from pyproject.toml.
# Usage: deploy/lock.sh [--upgrade | --upgrade-package NAME]
# Without an argument, versions already locked are kept. Needs uv on the PATH or in .venv.
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv || echo .venv/bin/uv)

lock() {
  "$uv" pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
    --no-header --no-emit-index-url --no-emit-find-links --no-annotate "$@" >/dev/null
}

lock --output-file requirements.lock "$@"
# The runtime versions of both files agree: the first is a constraint of the second.
lock --group dev --constraint requirements.lock --output-file requirements-dev.lock "$@"

! grep -nE '://|--(extra-)?index-url|--find-links' requirements.lock requirements-dev.lock ||
  { echo "lock.sh: the lines above name an address; a lock must not" >&2; exit 1; }
