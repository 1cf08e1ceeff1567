"""What only one kind of engine claims, through the verbs: confirmed by others, refuted by them, or told as unproved."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Outcome, Status
from models.neutral import objective_value
from report.evidence_words import CAVEATS
from rosetta.commands.main import run_verb
from rosetta.foundation.vocabulary import Caveat
from rosetta.studies.proving import proved_answers
from rosetta.studies.solving import listing, second_opinions
from rosetta.verbs import bundles
from tests.support import fakes
from tests.support.knapsack_file import BEST, KNAPSACK

CHEAP_TO_PROVE = (
    "Minimize\n o: x\nSubject To\n a: 0 x >= -2\n b: x + y >= 2\nBounds\n x <= 3\n y <= 3\nGenerals\n x y\nEnd\n"
)


@pytest.fixture
def told(tmp_path, capsys, monkeypatch):
    """`told(verb, text, *words)`: exit code and document of the verb on a file with that text. No bundle is written of
    what is wrong: models are shrunk for seconds."""
    monkeypatch.setattr(bundles, "save_bundle", lambda *_: None)

    def run(verb, text, *words):
        file = tmp_path / "model.lp"
        file.write_text(text)
        code = run_verb(verb, [str(file), *words, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def nobody_else(monkeypatch):
    """No engine of another kind, and no proof."""
    monkeypatch.setattr(second_opinions, "ON_OPTIMA", ())
    monkeypatch.setattr(proved_answers, "prove_unasked", lambda found, *_: found)


def answer_of_nothing(status):
    """A backend that ignores the objective: all variables 0, called so."""

    def solve(model, *_):
        values = np.zeros(model.variables + 1, np.int64)
        return Outcome(status, values, objective=objective_value(model, values))

    return solve


@pytest.mark.sample(1)
@pytest.mark.parametrize("backend", [None, "highs", "cpsat"])
def test_an_optimum_is_confirmed_by_another_kind_of_engine(told, backend):
    """Without being asked, whoever was asked first."""
    code, document = told("solve", KNAPSACK, *(["--backend", backend] if backend else []))
    assert (code, document["verdict"], document["objective"]) == (0, "correct", BEST)
    assert (document["claims"]["optimal"], document["note"]) == ("cross-checked", "")


def test_an_optimum_is_proved_where_no_engine_confirms_it(told, monkeypatch):
    monkeypatch.setattr(second_opinions, "ON_OPTIMA", ())
    code, document = told("solve", KNAPSACK)
    assert (code, document["verdict"], document["claims"]["optimal"]) == (0, "correct", "proved")
    assert [(proof["claim"], proof["status"]) for proof in document["proofs"]] == [("optimal", "proved")]
    assert document["note"] == ""


@pytest.mark.usefixtures("nobody_else")
def test_an_optimum_that_nobody_confirms_is_unproved(told):
    """The answer is shown, with a note, and the exit code says that not all is certain."""
    code, document = told("solve", KNAPSACK)
    assert (code, document["verdict"], document["objective"], document["status"]) == (3, "unproved", BEST, "optimal")
    assert document["claims"] == {"answer": "verified", "optimal": "claimed", "unique": None, "count": None}
    assert document["note"] == CAVEATS[Caveat.LONE_OPTIMUM]


@pytest.mark.usefixtures("nobody_else")
def test_text_says_it_once(tmp_path, capsys):
    (tmp_path / "model.lp").write_text(KNAPSACK)
    assert run_verb("solve", [str(tmp_path / "model.lp")]) == 3
    assert " ".join(capsys.readouterr().out.split()).count("one kind of engine") == 1


def test_a_false_optimum_is_refuted(told, fake):
    """A dear answer is called the best."""
    code, document = told(
        "solve", KNAPSACK, "--backend", fake(fakes.fake_backend("dear", answer_of_nothing(Status.OPTIMAL)))
    )
    assert (code, document["verdict"], document["objective"]) == (1, "wrong", 0)
    assert f"comes to {BEST}" in document["note"]
    assert CAVEATS[Caveat.LONE_OPTIMUM] not in document["note"]


def test_a_false_optimum_that_only_a_proof_finds_is_refuted(told, fake, monkeypatch):
    monkeypatch.setattr(second_opinions, "ON_OPTIMA", ())
    code, document = told(
        "solve", KNAPSACK, "--backend", fake(fakes.fake_backend("dear", answer_of_nothing(Status.OPTIMAL)))
    )
    assert (code, document["verdict"], document["claims"]["optimal"]) == (1, "wrong", None)


def test_whoever_ignores_the_objective_settles_nothing(told, fake):
    """An answer, where the best one was asked for."""
    code, document = told(
        "solve", KNAPSACK, "--backend", fake(fakes.fake_backend("any", answer_of_nothing(Status.SATISFIED)))
    )
    assert (code, document["verdict"], document["evidence"]) == (3, "unproved", "verified")
    assert document["note"] == CAVEATS[Caveat.BETTER_OPEN]


def test_a_false_claim_of_uniqueness_is_refuted(told, fake):
    """One answer is listed of several."""
    text = "Minimize\n o:\nSubject To\n a: x + y >= 1\nBinaries\n x y\nEnd\n"
    code, document = told("solve", text, "--unique", "--backend", fake(fakes.SAYS_ONLY_ONE))
    assert (code, document["verdict"], document["unique"]) == (1, "wrong", False)
    assert document["missed"] is not None


def test_an_objective_that_the_answer_does_not_have_is_wrong(told, fake):
    def boast(model, *rest):
        return replace(answer_of_nothing(Status.OPTIMAL)(model, *rest), objective=-BEST)

    code, document = told("solve", KNAPSACK, "--backend", fake(fakes.fake_backend("boasts", boast)))
    assert (code, document["verdict"]) == (1, "wrong")


def test_a_note_does_not_contradict_the_proof_beside_it(tmp_path, capsys, told):
    """That a sum reaches no less is shown by its bounds."""
    code, document = told("solve", CHEAP_TO_PROVE, "--backend", "cpsat")
    assert (code, document["claims"]["optimal"], document["note"]) == (0, "proved", "")
    assert run_verb("solve", [str(tmp_path / "model.lp"), "--backend", "cpsat"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "none is better (proved)" in out
    assert "one kind of engine" not in out


# ---- in a comparison ---------------------------------------------------------------------------------------------


def compared(told, text, *backends, words=()):
    """The exit code, the verdict of the instance, and its runs."""
    code, document = told("compare", text, "--backends", ",".join(backends), *words)
    (instance,) = document["instances"]
    return code, instance["verdict"], instance["runs"]


def test_a_comparison_of_one_kind_of_engine_does_not_settle_the_optimum(told):
    """Nobody is asked who was not named."""
    code, verdict, (run,) = compared(told, KNAPSACK, "cpsat")
    assert (code, verdict, run["verdict"], run["claims"]["optimal"]) == (3, "incomplete", "unproved", "claimed")
    assert (run["note"], run["evidence"]) == (CAVEATS[Caveat.LONE_OPTIMUM], "verified")
    code, verdict, runs = compared(told, KNAPSACK, "cpsat", "highs")
    assert (code, verdict, [run["verdict"] for run in runs]) == (0, "agree", ["correct"] * 2)


def test_no_solution_by_one_kind_of_engine_is_told_as_such(told):
    """Two rows that cannot both hold."""
    text = "Minimize\n o:\nSubject To\n a: x + y >= 2\n b: x + y <= 1\nBinaries\n x y\nEnd\n"
    code, _, (run,) = compared(told, text, "cpsat")
    assert (code, run["verdict"], run["note"]) == (3, "unproved", CAVEATS[Caveat.LONE_ANSWER])
    code, document = told("solve", text, "--backend", "cpsat")
    assert (code, document["verdict"], document["evidence"], document["note"]) == (0, "correct", "cross-checked", "")


def test_a_verified_answer_of_one_engine_is_enough_where_nothing_more_is_claimed(told):
    text = KNAPSACK.replace("3 apples + 2 pears\n", "\n")
    code, verdict, (run,) = compared(told, text, "cpsat")
    assert (code, verdict, run["verdict"], run["note"]) == (0, "incomplete", "correct", "")


def test_a_comparison_where_nobody_claims_the_optimum_does_not_settle_it(told, fake):
    """The answer is right, and what was asked is open."""
    code, verdict, (run,) = compared(
        told, KNAPSACK, fake(fakes.fake_backend("any", answer_of_nothing(Status.SATISFIED)))
    )
    assert (code, verdict, run["verdict"], run["note"]) == (3, "incomplete", "correct", CAVEATS[Caveat.BETTER_OPEN])


def test_a_comparison_refutes_a_false_optimum(told, fake):
    dear = fake(fakes.fake_backend("dear", answer_of_nothing(Status.OPTIMAL)))
    code, verdict, (first, second) = compared(told, KNAPSACK, dear, "highs")
    assert (code, verdict, first["verdict"], second["verdict"]) == (1, "disagree", "wrong", "unproved")


@pytest.mark.parametrize(
    ("backends", "code", "verdicts"),
    [
        (["cpsat"], 3, ["unproved"]),
        (["cnf", "minicard"], 3, ["unproved"] * 2),
        (["cnf", "cpsat"], 0, ["correct"] * 2),
    ],
)
def test_a_comparison_of_one_kind_of_engine_does_not_settle_uniqueness(told, backends, code, verdicts):
    text = "Minimize\n o:\nSubject To\n a: x + y >= 2\nBinaries\n x y\nEnd\n"  # x = y = 1 alone
    ended, _, runs = compared(told, text, *backends, words=["--unique"])
    assert (ended, [run["verdict"] for run in runs]) == (code, verdicts)
    assert all(run["unique"] is True for run in runs)


@pytest.mark.parametrize(("others", "code", "verdict"), [([], 3, "unproved"), (["cnf"], 1, "wrong")])
def test_a_comparison_refutes_a_false_claim_of_uniqueness(told, fake, others, code, verdict):
    """Where somebody else looks; alone it is a claim."""
    text = "Minimize\n o:\nSubject To\n a: x + y >= 1\nBinaries\n x y\nEnd\n"
    ended, _, runs = compared(told, text, fake(fakes.SAYS_ONLY_ONE), *others, words=["--unique"])
    assert (ended, runs[0]["verdict"]) == (code, verdict)


# ---- lists and numbers ---------------------------------------------------------------------------------------------


def dominoes(rows, columns):
    """An LP file of the tilings of a board by dominoes."""
    cells = {(r, c): [] for r in range(rows) for c in range(columns)}
    for r, c in list(cells):
        for other in ((r, c + 1), (r + 1, c)):
            if other in cells:
                name = f"x{r}_{c}_{other[0]}_{other[1]}"
                cells[r, c].append(name)
                cells[other].append(name)
    sums = "\n".join(f" c{r}_{c}: {' + '.join(names)} = 1" for (r, c), names in cells.items())
    names = " ".join(dict.fromkeys(name for names in cells.values() for name in names))
    return f"Minimize\n o:\nSubject To\n{sums}\nBinaries\n {names}\nEnd\n"


def kasteleyn(rows, columns):
    """The number of these tilings (Kasteleyn, 1961)."""
    factors = [
        4 * math.cos(math.pi * j / (rows + 1)) ** 2 + 4 * math.cos(math.pi * k / (columns + 1)) ** 2
        for j in range(1, math.ceil(rows / 2) + 1)
        for k in range(1, math.ceil(columns / 2) + 1)
    ]
    return round(math.prod(factors))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "backend"), [((4, 4), "cpsat"), ((6, 8), "states")])
def test_answers_too_many_to_list_are_counted_by_whoever_can(told, size, backend):
    """Where few rows are open at a time; a few are listed, which is quicker."""
    code, document = told("count", dominoes(*size))
    assert (code, document["count"], document["exact"]) == (0, str(kasteleyn(*size)), True)
    assert document["backend"] == backend


@pytest.mark.sample(0.125)
@pytest.mark.parametrize("verb", ["solve", "count"])
def test_uniqueness_does_not_wait_for_an_engine_that_starts_anew_with_every_cut(capsys, monkeypatch, verb):
    """A Nurikabe that an engine with a constraint for it solves, and one that keeps what it has learnt confirms; cpsat,
    which has to be told of each part that stands alone, is not asked."""
    asked = []
    real = listing.supervisor.solve
    monkeypatch.setattr(
        listing.supervisor, "solve", lambda which, *rest, **more: asked.append(which) or real(which, *rest, **more)
    )
    words = ["https://puzz.link/p?nurikabe/7/7/1s5zm.i3g2", "--time-limit", "60", "--json"]
    assert run_verb(verb, [*words, "--unique"] if verb == "solve" else words) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["claims"]["unique" if verb == "solve" else "count"] == "cross-checked"
    assert (document["verdict"], document["note"]) == ("correct", "")
    names = [getattr(which, "name", which) for which in asked]
    assert (names[-1], "cpsat" in names) == ("cnf", False)
