"""Recipes: what a model of the fuzzer is made of. The same recipe makes the same model, in any process.

profile   cnf, pb, ilp, parity, mixed    random rows (`random_models`)
          puzzle                         a random board of a random puzzle, often with its rows changed
          mutated                        some rows of a file, changed
number    an even one: a new model; an odd one: the model before it, rewritten so that its answers stay (`rewriting`)
together  as many models are drawn at once, as a union (`unions`); numbers count its parts, and every second union is
          the one before it, rewritten
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Options
from backends.encoding_choice.catalogue import encoding_names
from models.neutral import Form, Model
from rosetta.studies.fuzzing.file_models import draw_file_model
from rosetta.studies.fuzzing.puzzle_models import draw_puzzle_model
from rosetta.studies.fuzzing.random_models import KINDS, draw_model
from rosetta.studies.fuzzing.random_unions import draw_union
from rosetta.studies.fuzzing.rewriting import Rewriting, rewrite_model
from rosetta.studies.fuzzing.truth import truth_of_parts
from rosetta.studies.fuzzing.unions import Union, rewritten_union, take_parts

PROFILES = (*KINDS, "puzzle")
MUTATED = "mutated"  # needs files
SHARE_OF_ENCODINGS = 0.5  # of the forms, whose encoding is drawn; the others have the automatic one


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which model it is. files: for `mutated`, the files whose models are changed; together: of how many models it
    is one that are drawn at once, 0 for a model that is drawn by itself."""

    profile: str
    seed: int
    number: int
    files: tuple[str, ...] = ()
    together: int = 0

    def __str__(self) -> str:
        union = f", {self.together} together" if self.together else ""
        return f"model {self.number} of profile {self.profile}, seed {self.seed}{union}"


@dataclass(frozen=True, slots=True, eq=False)
class FuzzModel:
    """planted: an assignment that keeps every row, shape (variables + 1,), None where none is known; rewriting: how it
    was made from the model before it, if it was."""

    model: Model
    planted: NDArray[np.int64] | None
    rewriting: Rewriting | None = None


def make_model(recipe: Recipe) -> FuzzModel:
    """The model of a recipe. Raises InputError for a file that cannot be read."""
    return _make_part(recipe) if recipe.together else make_pair(recipe)[recipe.number % 2]


def make_pair(recipe: Recipe) -> tuple[FuzzModel, FuzzModel]:
    """The models of the recipe's number and of its neighbour: the even one, and that one rewritten."""
    even = recipe.number - recipe.number % 2
    rng = _generator(recipe, even)
    name = f"{recipe.profile} {recipe.seed} {even}"
    planted = None
    if recipe.profile == MUTATED:
        model = draw_file_model(recipe.files, rng)
    elif recipe.profile == "puzzle":
        model = draw_puzzle_model(rng)
    else:
        model, planted = draw_model(recipe.profile, rng, name)
    model.name = name
    rewriting = rewrite_model(model, _generator(recipe, even + 1))
    rewriting.model.name = f"{recipe.profile} {recipe.seed} {even + 1}"
    carried = None if planted is None else rewriting.rewrite_values(planted)
    return FuzzModel(model, planted), FuzzModel(rewriting.model, carried, rewriting)


def draw_parts(recipe: Recipe) -> Union:
    """The union of which the recipe's model is the part `number % together`."""
    place = recipe.number // recipe.together
    even = place - place % 2
    union = draw_union(recipe.profile, recipe.together, _generator(recipe, even, 2, recipe.together), "union")
    if place % 2:
        rng = _generator(recipe, place, 2, recipe.together)
        union = rewritten_union(union, rewrite_model(union.model, rng))
    union.model.name = f"{recipe.profile} {recipe.seed} {place}"
    return union


def _make_part(recipe: Recipe) -> FuzzModel:
    """One part of a union; its cheapest assignment is known, where it has one."""
    union, place = draw_parts(recipe), recipe.number % recipe.together
    part = take_parts(union, np.arange(union.count) == place)[0]
    part.model.name = f"{recipe.profile} {recipe.seed} {recipe.number}"
    truth = truth_of_parts(part)
    return FuzzModel(part.model, truth.witness if truth.solutions[0] else None)


def draw_options(recipe: Recipe) -> Options:
    """The options that backends get for a model, or for the union it is drawn in: an encoding drawn for some of the
    forms of rows."""
    rng = _generator(recipe, recipe.number // max(recipe.together, 1), 1)
    choices = {form: encoding_names(form) for form in Form}
    drawn = {
        form: str(rng.choice(names)) for form, names in choices.items() if names and rng.random() < SHARE_OF_ENCODINGS
    }
    return Options(encodings=drawn)


def _generator(recipe: Recipe, number: int, *purpose: int) -> np.random.Generator:
    return np.random.default_rng([recipe.seed, number, (*PROFILES, MUTATED).index(recipe.profile), *purpose])
