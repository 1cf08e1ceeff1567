# Two commands do all the set-up on a fresh machine with Python 3.11 or newer:
#   make compare    install what is needed and run the comparison
#   make test       install what the tests need and run them all

PYTHON ?= python3
BIN = .venv/bin

.PHONY: compare test lint clean

compare: .venv/installed
	$(BIN)/python -m models.compare tents 30

test: .venv/installed-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

.venv/bin/python:
	$(PYTHON) -m venv .venv || { rm -rf .venv; echo "make: python3-venv is missing (Debian: apt-get install python3-venv)"; exit 1; }

.venv/installed: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/installed-tests: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@ .venv/installed

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
