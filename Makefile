# Targets for people and for CI. Everything runs in a private environment, .venv, made once from
# requirements.lock and again when the lock changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11

.DEFAULT_GOAL := help
.PHONY: help play test check firmware requirements pictures bench-sensing games env lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

play: $(READY)  ## play a recorded match: simulated hands, a real pty (ARGS="--seed 7" passes on)
	@$(BIN)/gammonboard play $(ARGS)

test: $(READY)  ## run all tests (those that need gnubg skip with a reason where it is missing)
	@$(BIN)/python -m pytest -n 2 -q $(ARGS)

check: $(READY)  ## all gates: lint, format, types, import contracts, sizes (about a minute)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/gates tests/test_config.py

firmware:  ## build the firmware of the reference board and say its size (needs gcc-avr, avr-libc)
	@$(MAKE) --no-print-directory -C firmware_bridge/firmware firmware

requirements: $(READY)  ## each requirement of the rule sheets with the tests that prove it
	@$(BIN)/python tests/requirements/report.py

pictures: $(READY)  ## draw every scene of the screen anew for the README
	@$(BIN)/python -m display.contact_sheet deploy/pictures

bench-sensing: $(READY)  ## the decoder against 2,000 simulated turns
	@$(BIN)/gammonboard bench sensing --turns 2000 $(ARGS)

games: $(READY)  ## 200 games by fast hands, each recorded play compared with what the hands did
	@$(BIN)/gammonboard bench endurance --games 200 $(ARGS)

env: $(READY)  ## make the private environment and do nothing else

lock: $(READY)  ## resolve requirements.lock anew from pyproject.toml
	$(LOCK) --upgrade --extra dev pyproject.toml -o requirements.lock

clean:  ## remove the private environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

$(READY): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	  echo "gammonboard needs Python 3.11 or newer; there is no $(PYTHON) here" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "gammonboard needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version)." \
	       "Name a newer one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv module (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "Making the private environment in $(VENV) (once; a minute or two) ..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --no-build-isolation --editable .
	@touch $@
