# Two commands do all the set-up on a fresh machine with Python 3.11 or newer:
#   make compare    install what is needed and run the comparison
#   make test       install what the tests need and run them all

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# each fills its part of numba's cache, so that no solve waits for a compiler
KERNELS = backends.passes.propagation backends.passes.windowing backends.loading.python_sat backends.formats.dimacs.writing \
          algebra.modulo2.warming backends.covering.search backends.covering.dancing backends.walking.walk \
          models.puzzles.tiling.counting.merging

.PHONY: compare test clean

compare: $(VENV)/installed
	$(BIN)/python -m models.compare tents 30

test: $(VENV)/installed-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal

$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "make: python3-venv is missing (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable .
	for kernel in $(KERNELS); do $(BIN)/python -m $$kernel || exit 1; done
	touch $@

$(VENV)/installed-tests: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable ".[test]"
	for kernel in $(KERNELS); do $(BIN)/python -m $$kernel || exit 1; done
	touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
