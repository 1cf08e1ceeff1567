"""What the tests rest on: no case hides another, each backend has its day, and models are drawn of every kind."""

from __future__ import annotations

from random import Random

import pytest

from models.neutral import Form, forms
from models.neutral.json import to_json
from tests.support import registered
from tests.support.compiled_loops import is_without_loops, kernels_of
from tests.support.every_case import each_seed, every_case
from tests.support.random_models import random_model


def test_no_case_hides_another():
    """All that failed are told, each with its name; `pytest.raises` within a case too."""

    def check() -> None:
        with every_case() as case:
            for name, number in {"a": 1, "b": 0, "c": 2}.items():
                with case(name):
                    assert 1 / number
            with case("d"), pytest.raises(KeyError):
                pass

    with pytest.raises(BaseExceptionGroup, match="2 cases failed: b; d") as caught:
        check()
    assert [error.__notes__ for error in caught.value.exceptions] == [["case: b"], ["case: d"]]


@pytest.mark.parametrize("more", [0])
@each_seed(3)
def test_seeds_are_one_item(seed, more, tmp_path):
    """And fixtures are handed on."""
    (tmp_path / str(seed + more)).touch()
    assert len(list(tmp_path.iterdir())) == seed + 1


def test_a_seed_that_fails_is_told():
    @each_seed(4)
    def check(seed):
        assert seed % 2 == 0

    with pytest.raises(BaseExceptionGroup, match="seed 1; seed 3"):
        check()


def test_every_backend_has_its_day(monkeypatch):
    """One a day of those around different ones, all in the end; the others always."""
    days = []
    for number in range(60):
        monkeypatch.setattr(registered, "number_of_day", lambda number=number: number)
        registered.has_its_day.cache_clear()
        days.append({name for name in registered.SOLVERS if registered.has_its_day(name)})
    registered.has_its_day.cache_clear()
    assert set.union(*days) == set(registered.SOLVERS)
    alone = {name for name in registered.SOLVERS if not registered.inside(name)} | set(registered.FIRST)
    assert all(alone & set(registered.SOLVERS) <= day for day in days)
    assert {len([name for name in day if name.startswith("windows:")]) for day in days} == {1}


def test_models_are_of_every_kind():
    """Whatever the seed: all forms of rows, with a solution and without; the same number gives the same model."""
    models = [random_model(Random(seed).randint) for seed in range(400)]
    assert {form for model in models for form in forms(model)} == set(Form)
    assert to_json(random_model(Random(7).randint)) == to_json(models[7])
    assert all(random_model(Random(seed).randint, objective=True).objective for seed in range(50))
    assert not any(random_model(Random(seed).randint, objective=False).objective for seed in range(50))


def test_which_backends_have_loops():
    """Those that are run with numba blocked; what runs in a library of its own is left out there."""
    assert is_without_loops("cpsat")
    assert is_without_loops("cbc")
    for name in ("walksat", "gf2", "hybrid:cpsat", "windows:cbc", "propagate", "exactcover"):
        assert not is_without_loops(name)
    assert "backends.passes.propagation_kernel" in kernels_of("hybrid")
