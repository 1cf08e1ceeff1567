# Two commands do all the set-up on a fresh machine with Python 3.11 or newer:
#   make compare    install what is needed and run the comparison, within about a minute
#   make test       install what the tests need and run every family of them, large ones as a sample that changes daily
# and two are for those who change something:
#   make quick      the same without the tests that take more than 5 seconds each, while working
#   make exhaustive the tests that are not in the sample
# and one for those who keep or pass on a version:
#   make dist       the wheel and the source archive, checked, in the folder dist

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# each compiles its loops, which are kept in rosetta/foundation/__pycache__/kernels; those that take long come first.
# Tests need all of them; whoever needs some compiles these when they are first used, so for `make compare` there is
# nothing to do
KERNELS = algebra.modulo2.warm_up backends.proofs.backward backends.formats backends.covering.search \
          backends.passes.windowing backends.count_certificates.state_search backends.passes.propagation \
          backends.justifying.judge backends.exchanging.annealing backends.walking.walk models.puzzles.tiling.counting \
          backends.covering.dancing backends.loading.python_sat backends.formats.dimacs.writing \
          backends.connectivity.probing

CORES = $$(getconf _NPROCESSORS_ONLN)
COMPILE_KERNELS = echo "compiling loops, once: a minute or two"; \
  printf '%s\n' $(KERNELS) | xargs -n 1 -P $(CORES) $(BIN)/python -m

# pip would compile the libraries to byte code one by one, with their tests, which takes as long as all else that it does
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt --editable
COMPILE_LIBRARIES = $(BIN)/python -m compileall -qq -j 0 -x '/tests/' $(VENV)/lib || true

# the tests start hundreds of programs: each would compile all modules anew where this is set
export PYTHONDONTWRITEBYTECODE =

# run a second time with numba blocked: loops are then the Python that they are written in
NUMBA_BLOCKED = tests/backends/test_compliance.py tests/rosetta/commands/test_every_verb.py \
                tests/rosetta/commands/test_compiled_loops.py

.PHONY: compare test exhaustive quick check dist clean

compare: $(VENV)/installed
	$(BIN)/python -m models.compare tents 30

test: check
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not exhaustive"
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not exhaustive" -p tests.support.without_numba $(NUMBA_BLOCKED)

exhaustive: $(VENV)/installed-tests
	$(BIN)/python -m pytest -n auto --dist worksteal -m exhaustive

quick: check
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not exhaustive"

check: $(VENV)/installed-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "make: python3-venv is missing (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/installed: pyproject.toml setup.py constraints.txt | $(BIN)/python
	$(PIP_INSTALL) .
	@$(COMPILE_LIBRARIES)
	touch $@

$(VENV)/installed-tests: pyproject.toml setup.py constraints.txt | $(BIN)/python
	$(PIP_INSTALL) ".[test]"
	@$(COMPILE_LIBRARIES)
	@$(COMPILE_KERNELS)
	touch $@ $(VENV)/installed

dist: $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt build twine
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*

clean:
	find algebra backends models -name '*.nbi' -delete -o -name '*.nbc' -delete
	rm -rf rosetta/foundation/__pycache__/kernels $${NUMBA_CACHE_DIR:+"$$NUMBA_CACHE_DIR/rosetta"} $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
