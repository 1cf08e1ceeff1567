"""Profiles: parameters reach the solvers on boards of the right size, the user's choices win, both are reported."""

from __future__ import annotations

import json

import numpy as np
import pytest

from backends import profiles
from backends.contract import Limits, Options, Status, Unsupported
from backends.encoding_choice.catalogue import encodings_by_form
from backends.profile_table import ENCODING, PROFILE, SOLVER, TunedLine
from backends.profiles import DEFAULT, TUNED, parse_values, profiles_of, resolve_options, tuned_encodings
from backends.registry import backend_named, modules
from backends.running import supervisor
from instances.resolve import resolve
from models.neutral import Form, Model, evaluate
from models.puzzles.registry import names, puzzle
from rosetta.commands.main import run_verb
from rosetta.studies.asking.entrants import resolve_entrants
from rosetta.studies.asking.question import Question
from tests.support.registered import SOLVERS, inside, usable

LIMITS = Limits(seconds=60.0)
SMALL, LARGE = 4, 1000  # the boards, in cells, that the lines hold for
LINES = {
    ("cpsat", "tents"): {"linearization_level": "0", "cp_model_presolve": "false"},
    ("cnf", "tents"): {"solver": "minisat22", "phases": "positive"},
    ("hybrid:cnf", "tents"): {"solver": "cadical195", "phases": "negative"},
    ("minicard", "akari"): {"solver": "minicard", "phases": "positive"},
}


@pytest.fixture
def a_table(monkeypatch):
    """A table of our own, so that no test depends on what was measured."""
    table = tuple(TunedLine(PROFILE, *key, SMALL, LARGE, chosen, 2.0, 1.5) for key, chosen in LINES.items())
    monkeypatch.setattr(profiles, "table", lambda: table)


def board(name: str, side: int) -> Model:
    instance, _ = puzzle(name).generate((side, side), seed=1)
    return next(iter(puzzle(name).formulations.values()))(instance)


# ---- the table -------------------------------------------------------------------------------------------------


def test_what_the_table_says_can_be_done():
    """Every line is of a backend and a puzzle that there are, with parameters or an encoding that it knows, and gained
    something on boards that the search did not see. A backend of several solvers has the one that was measured in its
    line."""
    for line in profiles.table():
        backend = backend_named(line.backend)
        assert line.puzzle in names()
        assert (backend.full_name or backend.name) == line.backend
        profile = TUNED if line.choice == PROFILE else DEFAULT
        options = resolve_options(backend, Options(profile=profile, cells=line.smallest), line.puzzle)
        if line.choice == PROFILE:
            assert options.parameters.items() <= line.parameters.items()
            assert line.validation >= 1.15
        else:
            assert options.encodings[Form(line.form)] == line.parameters[line.form]
            assert encodings_by_form([f"{line.form}={line.parameters[line.form]}"])
            assert line.validation >= 1.1
        assert (SOLVER in line.parameters) is (SOLVER in backend.tunable)


@pytest.mark.parametrize("name", names())
def test_a_model_bears_the_name_of_its_puzzle(name):
    """By which a backend's process finds the line."""
    instance, _ = puzzle(name).generate((8, 8), seed=0)  # a size that every puzzle has
    for formulation in puzzle(name).formulations.values():
        assert formulation(instance).name == name


# ---- from a profile to parameters ------------------------------------------------------------------------------


def chosen(name: str, puzzle_name: str, cells: int | None = LARGE, **more) -> tuple[str | None, dict[str, str]]:
    options = resolve_options(backend_named(name), Options(cells=cells, **more), puzzle_name)
    return options.solver, dict(options.parameters)


def test_a_profile_is_settled_by_backend_and_puzzle(a_table):
    """The default sets nothing, whatever is in the table; so does tuned, where the table has no line."""
    assert chosen("cpsat", "tents") == chosen("cpsat", "tents", profile=DEFAULT) == (None, {})
    assert chosen("cpsat", "tents", profile=TUNED) == (None, LINES["cpsat", "tents"])
    assert chosen("cnf", "tents", profile=TUNED) == ("minisat22", {"phases": "positive"})
    assert chosen("hybrid", "tents", profile=TUNED) == ("cadical195", {"phases": "negative"})
    for name, puzzle_name in (("cpsat", "akari"), ("hybrid:cpsat", "tents"), ("windows", "akari"), ("highs", "tents")):
        assert chosen(name, puzzle_name, profile=TUNED) == (None, {})


def test_a_profile_holds_for_the_sizes_of_its_line(a_table):
    """Beyond them, and where the size is not known, none is tuned: then it is as for a backend without a line."""
    backend = backend_named("cpsat")
    for cells, holds in ((SMALL - 1, False), (SMALL, True), (LARGE, True), (LARGE + 1, False), (None, False)):
        assert profiles_of(backend, None, "tents", cells) == ((DEFAULT, TUNED) if holds else (DEFAULT,))
        assert chosen("cpsat", "tents", cells, profile=TUNED) == (None, LINES["cpsat", "tents"] if holds else {})


def test_each_size_has_its_own_line(monkeypatch):
    lines = (
        TunedLine(PROFILE, "cnf", "tents", 10, 19, {"solver": "minisat22"}, 2.0, 2.0),
        TunedLine(PROFILE, "cnf", "tents", 20, 40, {"solver": "glucose42"}, 2.0, 2.0),
    )
    monkeypatch.setattr(profiles, "table", lambda: lines)
    solvers = [chosen("cnf", "tents", cells, profile=TUNED)[0] for cells in (9, 10, 19, 20, 40, 41)]
    assert solvers == [None, "minisat22", "minisat22", "glucose42", "glucose42", None]


def test_auto_takes_the_encoding_of_the_table(monkeypatch):
    """For this size and this solver, unless another one is named; `auto` by name is the choice by the rows alone. What
    it took is told as ever."""
    usable("cnf")
    line = TunedLine(ENCODING, "cnf", "tents", 300, 500, {"solver": "cadical195", "cardinality": "binary"}, None, 2.0)
    monkeypatch.setattr(profiles, "table", lambda: (line,))
    backend, model = backend_named("cnf"), board("tents", 8)

    def used(cells, encodings=None, **more):
        options = resolve_options(backend, Options(cells=cells, encodings=encodings or {}, **more), "tents")
        pairs = (part.partition("=") for part in backend.solve(model, LIMITS, options).encoding.split())
        return {form: names for form, _, names in pairs}["cardinality"]

    by_rows = used(None)
    assert "binary" not in by_rows
    assert used(400) == used(400, solver="cadical195") == "binary"
    assert used(400, profile=TUNED) == "binary"
    assert used(299) == used(501) == by_rows
    assert used(400, {Form.CARDINALITY: "auto"}) == by_rows
    assert used(400, {Form.CARDINALITY: "totalizer"}) == "totalizer"
    assert tuned_encodings(backend, "glucose42", "tents", 400) == {}
    assert tuned_encodings(backend_named("cpsat"), None, "tents", 400) == {}


def test_the_users_solver_wins(a_table):
    """What was measured with another solver says nothing about theirs; what was measured with theirs holds."""
    assert chosen("cnf", "tents", profile=TUNED, solver="glucose42") == ("glucose42", {})
    assert chosen("cnf", "tents", profile=TUNED, solver="minisat22") == ("minisat22", {"phases": "positive"})


def test_the_users_parameters_win_and_must_be_known(a_table):
    wish = {"linearization_level": "2"}
    assert chosen("cpsat", "tents", profile=TUNED, parameters=wish)[1] == {**LINES["cpsat", "tents"], **wish}
    with pytest.raises(Unsupported, match="cpsat has no parameter 'phases'"):
        chosen("cpsat", "tents", parameters={"phases": "own"})
    with pytest.raises(Unsupported, match="expected linearization_level to be 1, 0, 2; found '7'"):
        chosen("cpsat", "tents", parameters={"linearization_level": "7"})
    with pytest.raises(Unsupported, match="oracle has no parameter 'x'; known: none"):
        chosen("oracle", "tents", parameters={"x": "1"})


# ---- from parameters to solvers --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cpsat", "cnf", "minicard", "highs"])
def test_the_first_value_is_the_solvers_own(name):
    """Setting it explicitly does not change the search; so the table has the right default."""
    usable(name)
    model, backend = board("tents", 12), backend_named(name)
    own = {key: values[0] for key, values in backend.tunable.items() if key != SOLVER}
    explicit, default = (backend.solve(model, LIMITS, Options(parameters=wish)) for wish in (own, {}))
    assert explicit.stats == default.stats
    assert explicit.values.tolist() == default.values.tolist()
    assert backend.engine_of(Options(solver=backend.tunable.get(SOLVER, [None])[0])) == backend.engine_of(Options())


def market_split() -> Model:
    """Two sums to be met by eighteen literals: small, and yet not to be solved without branching.

    (Cornuejols & Dawande 1998: A class of hard small 0-1 programs)
    """
    random, model = np.random.default_rng(1), Model("market split")
    x = model.bools("x", 18)
    coefs, hidden = random.integers(0, 50, (2, 18)), random.random(18) < 0.5
    for row in coefs:
        model.linear(int(row @ hidden), int(row @ hidden), "met", x[None, :], row)
    model.minimize("few", x)
    return model


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("cpsat", "cp_model_presolve", "false"),
        ("cpsat", "use_erwa_heuristic", "true"),
        ("highs", "presolve", "false"),
        ("highs", "mip_pscost_minreliable", "0"),  # one that scipy does not know and hands on
    ],
)
def test_a_parameter_changes_the_search(name, key, value):
    usable(name)
    model, backend = market_split() if name == "highs" else board("akari", 30), backend_named(name)
    plain, changed = (backend.solve(model, LIMITS, Options(parameters=wish)) for wish in ({}, {key: value}))
    assert (plain.stats, plain.values.tolist()) != (changed.stats, changed.values.tolist())
    assert plain.objective == changed.objective
    assert evaluate(model, changed.values) == []


def test_highs_has_parameters_of_these_names():
    """It passes over a name that it does not know, so a misspelt one would look like one without effect."""
    usable("highs")
    core = pytest.importorskip("scipy.optimize._highspy._core")
    options = core.HighsOptions()
    for key, value in parse_values({key: values[0] for key, values in backend_named("highs").tunable.items()}).items():
        assert getattr(options, key) == ("choose" if key == "presolve" else value)


@pytest.mark.parametrize("name", ["cnf", "cnf:cadical153", "cnf:minisat22", "cnf:glucose42", "minicard", "windows"])
@pytest.mark.parametrize(("phases", "held"), [("positive", 30), ("negative", 1)])
def test_phases_are_what_a_solver_tries_first(name, phases, held):
    """Thirty variables of which one at least must hold: with positive phases all do, with negative ones only one."""
    usable("cnf")
    model = Model("free")
    model.any("one of them", model.bools("x", 30))
    backend, solver = name.partition(":")[::2]
    wish = Options(solver=solver or None, parameters={"phases": phases})
    outcome = backend_named(backend).solve(model, LIMITS, wish)
    assert int(outcome.values[1:].sum()) == held


def test_a_solver_without_phases_refuses():
    usable("cnf")
    with pytest.raises(Unsupported, match="does not let its phases be set"):
        backend_named("cnf").solve(board("tents", 5), LIMITS, Options("kissat404", parameters={"phases": "positive"}))


def test_cbc_is_told(monkeypatch):
    """Its command line has the option, in the second question without preprocessing too."""
    usable("cbc")
    import pulp

    calls = []
    real = pulp.COIN_CMD
    monkeypatch.setattr(pulp, "COIN_CMD", lambda **all: calls.append(all["options"]) or real(**all))
    outcome = backend_named("cbc").solve(board("tents", 6), LIMITS, Options(parameters={"cutsOnOff": "off"}))
    assert outcome.status is Status.SATISFIED
    assert calls
    assert all("cutsOnOff off" in options for options in calls)


def test_cryptominisat_is_told(monkeypatch):
    """It has no search statistics, so its constructor's arguments are checked; it refuses unknown ones."""
    usable("cryptominisat")
    import pycryptosat

    calls = []
    real = pycryptosat.Solver
    monkeypatch.setattr(pycryptosat, "Solver", lambda **all: calls.append(all["options"]) or real(**all))
    model, tunable = board("tents", 6), backend_named("cryptominisat").tunable
    for wish in ({key: value} for key, values in tunable.items() for value in values):
        outcome = backend_named("cryptominisat").solve(model, LIMITS, Options(parameters=wish))
        assert outcome.status is Status.SATISFIED
        assert wish.items() <= calls.pop().items()


def test_a_profile_reaches_the_solver_in_its_process(a_table):
    """The worker resolves it: the same outcome as with the parameters of the line, another than by default."""
    usable("cnf")
    model = board("tents", 20)
    options = Options(profile=TUNED, cells=400)
    tuned = supervisor.solve("cnf", model, LIMITS, options)
    default = supervisor.solve("cnf", model, LIMITS, Options())
    direct = backend_named("cnf").solve(model, LIMITS, Options("minisat22", parameters={"phases": "positive"}))
    assert (tuned.engine, default.engine) == ("minisat22", "cadical195")
    assert tuned.stats == direct.stats
    solutions: list[np.ndarray] = []
    supervisor.solutions("cnf", model, model.boolean_variables, LIMITS, options, solutions.append, most=1)
    assert np.array_equal(solutions[0], direct.values)


@pytest.mark.parametrize("name", [*modules(), *SOLVERS])
def test_tunable_of_a_backend_around_another_one(name):
    """What can be set is what can be set inside; the default may be another."""
    if inside(name) and not name.startswith("external"):
        tunable, inner = backend_named(name).tunable, backend_named(inside(name)).tunable
        assert {key: set(tunable[key]) for key in tunable} == {key: set(inner[key]) for key in inner}


# ---- both are reported -----------------------------------------------------------------------------------------


def test_who_runs_in_which_profile(a_table):
    """Both where there are two, the default first; only the one named, or the default where there is no other."""
    backends = ("cpsat", "cnf:glucose42", "highs")

    def runs(profile):
        question = Question(puzzle("tents"), resolve("tents", "6").instance)
        candidates = resolve_entrants(question, backends, ["default"], Options(profile=TUNED), profile)
        assert all(entrant.profile == entrant.options.profile for entrant in candidates)
        return [(entrant.name, entrant.profile) for entrant in candidates]

    rest = [("cnf:glucose42", DEFAULT), ("highs", DEFAULT)]
    assert runs(None) == [("cpsat", DEFAULT), ("cpsat", TUNED), *rest]
    assert runs(DEFAULT) == [("cpsat", DEFAULT), *rest]
    assert runs(TUNED) == [("cpsat", TUNED), *rest]


def verb(capsys, *words: str) -> tuple[int, str]:
    code = run_verb(words[0], [*words[1:]])
    return code, capsys.readouterr().out


@pytest.mark.sample(0.125)
def test_compare_shows_both(a_table, capsys):
    """Two runs of one engine are no agreement; an engine of another kind makes it one."""
    code, text = verb(capsys, "compare", "tents", "6", "--backends", "cpsat", "--json")
    (instance,) = json.loads(text)["instances"]
    assert [run["profile"] for run in instance["runs"]] == [DEFAULT, TUNED]
    assert (code, instance["verdict"]) == (0, "incomplete")
    code, text = verb(capsys, "compare", "tents", "6", "--backends", "cpsat,highs", "--repeat", "2")
    assert (code, text.count("+ cpsat")) == (0, 4 if text.count("+ highs") == 2 else 2)
    assert "  profile  " in text
    assert "agree: 2 engines (cp-sat, highs)" in " ".join(text.split())


def test_compare_shows_one_if_asked(a_table, capsys):
    for profile in (DEFAULT, TUNED):
        code, text = verb(capsys, "compare", "tents", "6", "--backends", "cpsat", "--profile", profile, "--json")
        assert (code, [run["profile"] for run in json.loads(text)["instances"][0]["runs"]]) == (0, [profile])


@pytest.mark.sample(0.125)
def test_solve_and_count_take_the_tuned_one_and_say_so(a_table, capsys):
    for words in (("solve", "tents", "6"), ("count", "tents", "4")):
        tuned, default, other = (
            verb(capsys, *words, "--backend", *rest)
            for rest in (("cpsat",), ("cpsat", "--profile", "default"), ("highs",))
        )
        assert [code for code, _ in (tuned, default, other)] == [0, 0, 0]
        assert "profile tuned" in tuned[1]
        assert "profile" not in default[1] + other[1]
