"""The examples in the docstrings of the public API are true, and every public function has one."""

from __future__ import annotations

import doctest
import inspect

import pytest

import rosetta as rs

FUNCTIONS = [name for name in rs.__all__ if inspect.isfunction(getattr(rs, name))]
NEEDED = {"from_cpmpy": "cpmpy"}
"""Packages of examples that need not be installed."""
RECORDS = [name for name in rs.__all__ if inspect.isclass(getattr(rs, name)) and name != "Model"]


@pytest.mark.sample(3)
@pytest.mark.filterwarnings("ignore::DeprecationWarning:pulp")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_is_true(name):
    """It runs in a namespace of its own, and prints what it says."""
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
    function = getattr(rs, name)
    (example,) = doctest.DocTestFinder(recurse=False).find(function, name)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(example).failed == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_has_its_parts(name):
    """In the style of numpydoc: every parameter, what is returned, what is raised."""
    function = getattr(rs, name)
    text = inspect.getdoc(function)
    for part in ("Parameters", "Returns", "Raises", "Examples"):
        assert f"\n{part}\n{'-' * len(part)}\n" in text
    described = {
        word.strip(" *,") for line in text.splitlines() if " : " in line for word in line.split(" : ")[0].split()
    }
    described |= {line.strip("*") for line in text.splitlines() if line.startswith("**")}
    assert set(inspect.signature(function).parameters) - described - {"progress"} == set()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_describes_its_fields(name):
    """Every public field."""
    record = getattr(rs, name)
    fields = [field for field in record.__dataclass_fields__ if not field.startswith("_")]
    described = {
        word.strip(",") for line in inspect.getdoc(record).splitlines() if " : " in line for word in line.split()
    }
    assert set(fields) - described == set()
