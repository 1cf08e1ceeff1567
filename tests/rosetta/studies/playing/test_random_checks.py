"""What a page says of random small models, compared with brute force: rows of all kinds, guards, integers, graph rules,
and variables of which no place says anything."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np

from models.neutral import evaluate
from models.puzzles.model.instance import ModelInstance
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.checks import document_of_model
from rosetta.studies.playing.click_values import ClickValues
from tests.support.random_models import random_model
from tests.support.scripts import run_script

STEPS = {"names": None, "clicks": {"steps": [{"answer": ""}, {"answer": "places"}, {"answer": ""}]}}
JUDGE = """data.map(([checks, plays]) => {
  const prepared = prepareChecks(checks);
  return plays.map((steps) => checkPlay(prepared, steps)).map(({ broken, satisfied }) => [broken, satisfied]);
})"""


def add_graph_rule(model, random):
    """A graph rule that is left open, over the Booleans of a model."""
    booleans = model.boolean_variables.tolist()
    vertices = random.randint(2, 5)
    pairs = [(a, b) for a in range(vertices) for b in range(a)]
    edges = random.sample(pairs, random.randint(1, len(pairs)))

    def literal():
        return random.choice([0, *booleans]) * random.choice((1, 1, 1, -1))

    if random.random() < 0.4 and len(booleans) >= 3:
        some = random.sample(pairs, min(len(pairs), len(booleans), random.randint(3, 6)))
        model.single_cycle("a cycle", np.array(random.sample(booleans, len(some)), np.int64), np.array(some), by="lazy")
        return
    model.connected(
        "connected",
        np.array([literal() for _ in range(vertices)], np.int64),
        np.array(edges),
        roots=random.sample(range(vertices), random.randint(1, 2)) if random.random() < 0.5 else None,
        links=np.array([literal() for _ in edges], np.int64) if random.random() < 0.5 else None,
        by="lazy",
    )


def random_checks(seed):
    """A model, the variables with a place, each with the values of its steps, and its document."""
    random = Random(seed)
    model = random_model(random.randint, objective=False)
    while len(model.boolean_variables) < 3:
        model.bools(model.fresh_name("y"), random.randint(1, 4))
    if random.random() < 0.6:
        add_graph_rule(model, random)
    placed = sorted(x for x in range(1, model.variables + 1) if random.random() < 0.7)
    kinds = [[None, [int(model.upper[x])], [int(model.lower[x])]] for x in placed]
    values = ClickValues([[x] for x in placed], range(len(placed)), kinds)
    question = Question(puzzle("model"), ModelInstance(model))
    return model, placed, kinds, document_of_model(question, model, values, STEPS, None)


def solutions_of(model):
    """All assignments that keep the rules."""
    ranges = [range(int(low), int(high) + 1) for low, high in zip(model.lower[1:], model.upper[1:], strict=True)]
    return [each for each in (np.array([0, *point]) for point in product(*ranges)) if not evaluate(model, each)]


def can_be(found, placed, kinds, steps, emptied):
    """Is there a solution with these steps? emptied: with the last step where a place is open."""
    wanted = [kind[step or 2 * emptied] for kind, step in zip(kinds, steps, strict=True)]
    return any(
        all(want is None or values[x] == want[0] for x, want in zip(placed, wanted, strict=True)) for values in found
    )


def test_a_page_judges_random_models_as_brute_force_does(tmp_path):
    """What is broken has no solution; what is satisfied has one; what breaks nothing is not always right."""
    documents, expected, random = [], [], Random(0)
    for seed in range(400):
        model, placed, kinds, document = random_checks(seed)
        found = solutions_of(model)
        plays = [[random.choice((0, 1, 2)) if random.random() < 0.7 else 0 for _ in placed] for _ in range(12)]
        plays += [[random.choice((1, 2)) for _ in placed] for _ in range(8)]
        documents.append([document, plays])
        expected.append(
            [[can_be(found, placed, kinds, steps, emptied) for emptied in (False, True)] for steps in plays]
        )
    judged = run_script("rule_checks.js", documents, JUDGE, tmp_path)
    kinds = set()
    for seed, (every, known) in enumerate(zip(judged, expected, strict=True)):
        for (broken, satisfied), (extends, keeps) in zip(every, known, strict=True):
            assert not (broken and extends), seed
            assert satisfied is keeps, seed
            kinds.add((bool(broken), extends, keeps))
    assert {(True, False, False), (False, True, True), (False, True, False)} <= kinds


BLAME = """data.map(([checks, plays]) => {
  const prepared = prepareChecks(checks);
  return plays.map((steps) => {
    const bounds = boundsOf(prepared, steps, false), broken = (some) => checkPlay(prepared, some).broken.length;
    const rows = narrowBounds(prepared, bounds, everyRow(prepared), { work: 1e6 });
    return [...rows].map((row) => {
      const behind = placesBehindRow(prepared, bounds, row);
      const left = steps.map((step, place) => (behind.has(place) ? step : 0));
      return [behind.size, broken(left), broken(steps.map(() => 0))];
    });
  });
})"""


def test_what_is_to_blame_for_a_broken_row_breaks_a_row_by_itself(tmp_path):
    """All other places can be emptied; where nothing is to blame, the model has no solution."""
    documents, random = [], Random(1)
    for seed in range(400, 800):
        _, placed, _, document = random_checks(seed)
        documents.append([document, [[random.choice((0, 1, 2)) for _ in placed] for _ in range(10)]])
    rows = [row for every in run_script("rule_checks.js", documents, BLAME, tmp_path) for each in every for row in each]
    assert len(rows) > 1000
    assert all(still for _, still, _ in rows)
    assert all(without for size, _, without in rows if size == 0)
    assert {0, 1, 2} <= {size for size, _, _ in rows}
