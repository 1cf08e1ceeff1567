"""What cells claim is proved once for each board, and a lie is refuted; what is in the store is not tried again.

The truth about the boards is found by holding every subset of their cells against the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, combinations

import pytest

from backends.contract import Limits, Status
from backends.registry import backend_named
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.attempt_row import attempt_row
from rosetta.campaigns.planning.cells import Cell, cell_instance
from rosetta.campaigns.results.judged_results import judged_rows
from rosetta.campaigns.rows.board_proofs import PROVED, UNKNOWN, BoardProof
from rosetta.campaigns.rows.proved_rows import FOUND_WHILE_PROVING
from rosetta.campaigns.running.prove_store import UNTRIED, count_proofs, open_claims, prove_store
from rosetta.campaigns.running.run import CampaignEnd
from rosetta.campaigns.running.stopping import StopRequest
from rosetta.campaigns.store.store import open_store
from rosetta.studies.asking.question import Question
from tests.support import fakes
from tests.support.lightsout_cells import FEWEST, MOST, claim_row, small_question

LIMITS = Limits(60)
NO_TENTS = "3x3:aaaaa,0,2,2,0,2,2"  # no solution, and no row shows it by itself
BOARDS = (  # of the catalogue and of the generator, with 6 to 12 cells
    ("tents", "tents/ring"),
    ("tents", NO_TENTS),
    ("akari", "akari/pzpr-4x3"),
    ("akari", "akari/report-pattern-wide"),
    ("akari", "akari/several"),
    ("lightsout", "3x3"),
    ("lightsout", "2x3"),
)


@pytest.fixture(scope="module", autouse=True)
def _load_solvers():
    """Once in this process, else each solve does it again."""
    for name in ("cpsat", "cnf"):
        backend_named(name).probe()


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "c.db") as opened:
        yield opened


@dataclass
class Listener:
    """A reporter that may ask to stop, as soon as so many claims are settled."""

    stop: StopRequest = field(default_factory=StopRequest)
    soft_after: int = 99
    hard_after: int = 99
    said: list[str] = field(default_factory=list)

    def show_proving(self, done, total, running):
        self.stop.soft = self.stop.soft or done >= min(self.soft_after, self.hard_after)
        self.stop.hard = self.stop.hard or done >= self.hard_after

    def tell(self, what):
        self.said.append(what)


def cell_of(name, what, backend="cpsat", unique=True):
    record = puzzle(name)
    resolved = resolve(name, what, 0)
    rules = {option: values[0] for option, values in record.options.items()}
    question = Question(record, resolved.instance, rules)
    formulation = next(iter(record.formulations))
    return Cell(cell_instance(question, resolved, {}, ""), backend, "1", formulation, unique=unique)


def run_cells(store, cells):
    """Each in this process, where fakes are registered."""
    store.add_cells(cells)
    for cell in store.pending_cells():
        store.record(attempt_row(cell, store.begin_attempt(cell), "here", "0"))
    store.commit()


def prove(store, listener=None, limits=LIMITS, **more):
    listener = listener or Listener()
    return prove_store(store, limits, listener, listener.stop, "here", **more)


def true_claims(name, what):
    """What can be claimed of the board, by brute force."""
    record, resolved = puzzle(name), resolve(name, what, 0)
    cells = [(i, j) for i in range(resolved.size[0]) for j in range(resolved.size[1])]
    subsets = chain.from_iterable(combinations(cells, k) for k in range(len(cells) + 1))
    rules = {option: values[0] for option, values in record.options.items()}
    solutions = [each for each in subsets if not record.verify(resolved.instance, each, **rules)]
    claims = ["unsatisfiable"] if not solutions else ["optimal"] if name == "lightsout" else []
    return [*claims, *(["unique"] if len(solutions) == 1 else [])]


def all_proofs(store) -> list[BoardProof]:
    return [proof for known in store.proofs().values() for proof in known]


@pytest.mark.sample(0.125)
def test_all_that_is_true_is_proved_once_for_all_cells(store):
    """By two backends, on turned boards and shuffled models, which all make the same claims; and never again."""
    cells = [cell_of(*board, backend) for board in BOARDS for backend in ("cpsat", "cnf")]
    turned = [replace(cells[0], symmetry=3), replace(cells[1], shuffled=True, seed=5)]
    run_cells(store, [*cells, *turned])
    truth = {board: true_claims(*board) for board in BOARDS}
    outcome = prove(store)
    number = sum(map(len, truth.values()))
    assert (outcome.end, outcome.total, outcome.proved) == (CampaignEnd.DONE, number, number)
    assert sorted({claim for claims in truth.values() for claim in claims}) == ["optimal", "unique", "unsatisfiable"]
    rows = list(judged_rows(store))
    assert len(rows) == len(cells) + len(turned)
    for row in rows:
        assert (row["claims"] or "").split() == [f"{claim}=proved" for claim in truth[row["puzzle"], row["what"]]]
    assert len(all_proofs(store)) == number
    assert all("proved by" in proof.words and proof.host == "here" for proof in all_proofs(store))
    before = all_proofs(store)
    assert prove(store).total == 0
    assert all_proofs(store) == before


@pytest.mark.sample(0.125)
def test_one_engine_alone_is_believed_when_it_is_proved(store):
    """ "No solution" by one kind of engine was no result."""
    run_cells(store, [cell_of("tents", NO_TENTS)])
    (before,) = judged_rows(store)
    assert (before["result"], before["claims"]) == ("claimed", "unsatisfiable=claimed")
    prove(store)
    (after,) = judged_rows(store)
    assert (after["result"], after["verdict"], after["evidence"]) == ("solved", "correct", "proved")


@pytest.mark.sample(0.125)
def test_a_lie_about_no_solution_is_refuted(store, fake):
    """The board has an answer, which nobody found but the prover."""
    run_cells(store, [cell_of("tents", "tents/ring", fake(fakes.SAYS_NO))])
    (before,) = judged_rows(store)
    assert before["result"] == "claimed"
    listener = Listener()
    assert prove(store, listener).refuted == 1
    assert listener.said == ["wrong: no solution: refuted by an answer that keeps all rules, on tents tents/ring"]
    (after,) = judged_rows(store)
    assert (after["result"], after["claims"]) == ("wrong", None)
    assert "a verified answer is a solution" in after["note"]
    assert FOUND_WHILE_PROVING in after["note"]
    assert prove(store).total == 0


@pytest.mark.sample(0.125)
def test_a_lie_about_uniqueness_is_refuted(store, fake):
    """Of two answers to a board."""
    run_cells(store, [cell_of("akari", "akari/several", fake(fakes.SAYS_ONLY_ONE))])
    assert [row["claims"] for row in judged_rows(store)] == ["unique=claimed"]
    assert prove(store).refuted == 1
    (after,) = judged_rows(store)
    assert (after["result"], after["claims"]) == ("wrong", None)
    assert "two different ones were verified" in after["note"]


@pytest.mark.sample(0.125)
def test_a_lie_about_the_optimum_is_refuted_and_the_truth_is_proved(store):
    """4 presses are called the fewest; 2 are. A proof about 2 says nothing about 4."""
    _, honest = small_question()
    liar = replace(honest, backend="cnf")
    store.add_cells([liar])
    store.record(claim_row(liar, Status.OPTIMAL, MOST))
    assert [row["claims"] for row in judged_rows(store)] == ["optimal=claimed"]
    assert prove(store).refuted == 1
    (row,) = judged_rows(store)
    assert row["result"] == "wrong"
    assert "claims 4 is optimal" in row["note"]
    store.add_cells([liar, honest])
    store.record(claim_row(honest, Status.OPTIMAL, FEWEST))
    assert prove(store).proved == 1
    assert {row["backend"]: row["claims"] for row in judged_rows(store)} == {"cnf": None, "cpsat": "optimal=proved"}
    assert {proof.subject: proof.status for proof in all_proofs(store)} == {"2": "proved", "4": "refuted"}


def test_an_answer_outweighs_what_is_called_proved(store):
    """Nothing that the rules contradict is believed, whatever the store says."""
    _, honest = small_question()
    liar = replace(honest, backend="cnf")
    store.add_cells([liar, honest])
    store.record(claim_row(liar, Status.OPTIMAL, MOST))
    store.record(claim_row(honest, Status.OPTIMAL, FEWEST))
    store.record_proof(BoardProof(honest.instance.hash, "optimal", "4", "proved", "a mistake", "native", 9.0, 9))
    assert {row["backend"]: row["result"] for row in judged_rows(store)} == {"cnf": "wrong", "cpsat": "claimed"}


@pytest.mark.sample(0.125)
def test_what_was_out_of_reach_is_tried_again_with_more_time(store):
    """And not with the same."""
    run_cells(store, [cell_of("tents", "tents/ring")])
    short = replace(LIMITS, seconds=1e-6)
    assert +count_proofs(store) == {UNTRIED: 1}
    outcome = prove(store, limits=short)
    assert (outcome.proved, outcome.unknown) == (0, 1)
    assert "not proved: time limit" in all_proofs(store)[0].words
    assert [row["claims"] for row in judged_rows(store)] == ["unique=claimed"]
    assert open_claims(store, short) == []
    assert +count_proofs(store) == {UNKNOWN: 1}
    assert prove(store).proved == 1
    assert +count_proofs(store) == {PROVED: 1}
    assert open_claims(store, replace(LIMITS, seconds=999)) == []


def test_cells_that_the_plan_no_longer_names_are_not_proved(store):
    run_cells(store, [cell_of("tents", "tents/ring")])
    run_cells(store, [cell_of("akari", "akari/pzpr-4x3")])
    assert [each.board for each in open_claims(store, LIMITS)] == ["akari akari/pzpr-4x3"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["soft_after", "hard_after"])
def test_a_stop_keeps_what_is_proved(store, how):
    """The rest is proved later, and nothing twice."""
    run_cells(store, [cell_of(*board, "cnf") for board in BOARDS[:4]])
    first = prove(store, Listener(**{how: 1}))
    assert first.end is CampaignEnd.STOPPED
    kept = all_proofs(store)
    assert 1 <= len(kept) == first.proved < first.total
    second = prove(store)
    assert (second.end, second.total) == (CampaignEnd.DONE, first.total - first.proved)
    assert set(kept) < set(all_proofs(store))


def test_a_budget_ends_it(store):
    run_cells(store, [cell_of("tents", "tents/ring")])
    outcome = prove(store, budget=-1.0)
    assert (outcome.end, outcome.proved, outcome.total) == (CampaignEnd.BUDGET, 0, 1)


@pytest.mark.sample(0.125)
def test_a_board_that_cannot_be_read_is_not_the_end(store):
    """The others are proved."""
    cells = [cell_of("tents", "tents/ring"), cell_of("tents", NO_TENTS)]
    run_cells(store, cells)
    with store.transaction() as connection:
        broken = "UPDATE instance SET spec = replace(spec, ?, 'no board') WHERE instance = ?"
        connection.execute(broken, (cells[0].instance.text.splitlines()[0], cells[0].instance.hash))
    outcome = prove(store)
    assert (outcome.proved, outcome.unknown) == (1, 1)
    assert {proof.status: proof.words[:30] for proof in all_proofs(store)}["unknown"].startswith(
        "the only answer: not proved"
    )
