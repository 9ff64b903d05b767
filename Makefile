# Needs GNU make and Python 3.11 or newer with venv; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

# Databases of tests in memory: a disk that must keep every commit takes most of their time.
SCRATCH := $(shell test -w /dev/shm && echo /dev/shm || echo $${TMPDIR:-/tmp})

# Coverage is counted where the rules are tested; counting it in whole stories by mail would double their time.
MEASURED := tests/engine tests/games tests/service

.DEFAULT_GOAL := help
.PHONY: help setup demo test check bench golden soak format messages clean

help: ## Show the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r target text; do printf '%-16s %s\n' "$$target" "$$text"; done

setup: $(READY) ## Create .venv with everything in it

$(READY): requirements.lock requirements-dev.lock pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { echo "setup: no '$(PYTHON)' here: install Python 3.11 or newer, or name one: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "setup: $$("$(PYTHON)" --version 2>&1) is too old, 3.11 or newer is needed: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "setup: '$(PYTHON)' has no venv: install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "setup: installing into .venv, once; this takes up to a minute"
	@"$(PYTHON)" -m venv .venv
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.lock > .venv/uv.lock
	@$(PIP) --require-hashes -r .venv/uv.lock
	@# uv needs a fifth of pip's time; pip stands in where uv cannot reach the packages.
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements-dev.lock || $(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY) ## Play: a whole mail world on this machine
	@$(BIN)/pbem demo

test: $(READY) ## Run the tests; the engine and the games must be covered in full
	@deploy/test-servers.sh
	PYTEST_DEBUG_TEMPROOT=$(SCRATCH) $(BIN)/pytest -n 2 --dist loadgroup $(MEASURED) --cov
	PYTEST_DEBUG_TEMPROOT=$(SCRATCH) $(BIN)/pytest -n 2 --dist loadgroup $(MEASURED:%=--ignore=%)

check: $(READY) ## Check format, lint, types and imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY) ## Measure the speed of the engine and of the letter loop
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.letters
	$(BIN)/python -m benchmarks.ankh

golden: $(READY) ## Write the golden playthroughs anew (read the difference before you commit it)
	$(BIN)/python -m tests.golden

soak: $(READY) ## Run the long tests and print what they counted
	@deploy/test-servers.sh
	$(BIN)/pytest -n 2 -m soak -raP

format: $(READY) ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(READY) ## Collect the texts to translate
	$(BIN)/python -m tests.messages

clean: ## Remove .venv, caches and builds
	rm -rf .venv .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
