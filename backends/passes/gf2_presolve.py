"""Parity presolve: the parity rows of a model in another form, by elimination modulo 2; any backend may follow.

Their solutions are x0 + K z: one solution plus any sum of kernel vectors, z in {0,1}^d. Variables whose row of K is 0
are fixed. Of the others,

    reduced   each is x = x0 + (the free variables of its row of K): one short row per variable that is not free. A row
              of the original model is over all neighbours, "an odd number of five"; one of these over at most d + 1.
    merged    those with the same row of K change together: y = s . z is one Boolean, each of them y or not y.
              Objective and other rows count y with a net weight. At most 2^d - 1 variables remain of thousands.

For integer programs this is decisive: the relaxation of a parity row is very weak, and d is small on many boards. Where
it is strong enough (d large, no wrap-around in the sums), the original rows are better, so both are offered
(`rosetta.studies.asking.formulations`).

Solutions correspond one to one in either form, so objective, counting and enumeration are those of the model. Answers
are lifted and checked against the original model. Parity rows with a guard are not eliminated; they are rewritten like
all other rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace, Contradiction, solve
from algebra.modulo2.dense_elimination import Words, count_words, unpack_bits
from algebra.modulo2.sparse_matrix import SparseMatrix
from backends.contract import Certificate, Unsupported
from backends.lowering.equations import parity_rows
from backends.passes.equivalent_literals import rename_block, rename_objective
from backends.passes.substitution import Substitution, substitute_fixed
from models.neutral import Kind, Model, Rows, prepend
from models.neutral.rows import literal_values, rows_from_lengths
from rosetta.foundation.limits import TooLarge

SENTENCE = "what the parity rules say together"
MERGED = "variables that rise and fall together"  # the name of their array
AT_A_TIME = 2**24  # bits unpacked

Column = NDArray[np.int64]
Literals = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class PresolvedModel:
    """model: the new one; rest: the original model without its fixed variables; names: by variable of `rest.model`, the
    literal of the new model that it is, shape (variables + 1,) with 0 at 0; constant: added to the cost; dimension: of
    the kernel; equations: how many parity rows there were."""

    model: Model
    rest: Substitution
    names: Literals
    constant: int
    dimension: int
    equations: int

    def lift(self, values: Column) -> Column:
        """An assignment of the new model as one of the original model."""
        return self.rest.lift(literal_values(values, self.names))

    def projection(self, project: Literals) -> Literals:
        """The variables of the new model that distinguish solutions as these do in the original model."""
        variables: Literals = np.unique(np.abs(self.names[self.rest.projection(project)]))
        return variables


@dataclass(frozen=True, slots=True, eq=False)
class _UnfixedVariables:
    """The variables in parity rows that are not fixed, by number in the model without the fixed ones. solution: x0;
    kernel: their rows of K, packed, shape (variables, words); parameters: which of them are free, one per bit; most:
    the budget of literals."""

    variables: Literals
    solution: NDArray[np.bool_]
    kernel: Words
    parameters: Column
    most: int


def presolve_parity(model: Model, form: str, literals: int) -> PresolvedModel | Certificate:
    """The model in that form, one of PRESOLVES; or a certificate, parity rows that contradict each other. literals: the
    budget. Raises Unsupported for a model without parity rows, TooLarge."""
    equations = parity_rows(model)
    if not len(equations.matrix):
        raise Unsupported(f"{form}: the model has no parity rows")
    inside = np.unique(equations.matrix.entries)
    entries = np.searchsorted(inside, equations.matrix.entries).astype(np.int32)
    outcome = solve(SparseMatrix(equations.matrix.starts, entries, len(inside)), equations.odd)
    if isinstance(outcome, Contradiction):
        certificate = equations.certificate(outcome.chosen)
        assert certificate is not None, "the sum of these rows is 0 = 1"
        return certificate
    kernel = _kernel(outcome, literals)
    moves = kernel.any(axis=1)
    lower, upper = model.lower.copy(), model.upper.copy()
    lower[inside[~moves] + 1] = upper[inside[~moves] + 1] = outcome.solution[~moves]
    without = model.copy()
    without.blocks = [block for block in model.blocks if block.kind is not Kind.PARITY or block.when is not None]
    rest = substitute_fixed(without, lower, upper)
    at = np.searchsorted(rest.original_numbers, inside[moves] + 1).astype(np.int32)  # these ascend
    parameters = (np.cumsum(moves) - 1)[outcome.parameters]  # none is fixed: its row of K has a 1 for itself
    moving = _UnfixedVariables(at, outcome.solution[moves], kernel[moves], parameters, literals)
    new, names, constant = (_reduced_model if form == "reduced" else _merged_model)(rest.model, moving)
    return PresolvedModel(new, rest, names, rest.constant + constant, outcome.dimension, len(equations.matrix))


def _kernel(space: AffineSpace, literals: int) -> Words:
    """K, packed, shape (variables, words). Raises TooLarge before it is built, if it would exceed the budget."""
    size = len(space.solution) * count_words(space.dimension)
    if size > literals:
        raise TooLarge(f"a kernel of {space.dimension:,} dimensions over {len(space.solution):,} variables")
    return space.kernel_vectors(np.arange(space.dimension)) if size else np.zeros((len(space.solution), 1), np.uint64)


def _reduced_model(rest: Model, moving: _UnfixedVariables) -> tuple[Model, Literals, int]:
    """The same variables; a parity row for each that is neither fixed nor free: it, and its free variables."""
    bound = np.ones(len(moving.variables), np.bool_)
    bound[moving.parameters] = False
    terms = _parameter_sums(moving.kernel[bound], moving.variables[moving.parameters], moving.most)
    rest.parity(moving.solution[bound].astype(np.int64), SENTENCE, prepend(moving.variables[bound], terms))
    return rest, np.arange(rest.variables + 1, dtype=np.int32), 0


def _merged_model(rest: Model, moving: _UnfixedVariables) -> tuple[Model, Literals, int]:
    """A variable per distinct row of K; a parity row for each of them that is not a free variable."""
    kinds, member = np.unique(_rows_as_items(moving.kernel), return_index=True, return_inverse=True)[1:]
    new, names = _declare_unmoved(rest, moving.variables)
    sums = np.asarray(new.bools(MERGED, len(kinds)))
    names[moving.variables] = np.where(moving.solution, -1, 1) * sums[member]
    free = sums[member[moving.parameters]]
    bound = np.ones(len(kinds), np.bool_)
    bound[member[moving.parameters]] = False
    new.parity(0, SENTENCE, prepend(sums[bound], _parameter_sums(moving.kernel[kinds[bound]], free, moving.most)))
    new.blocks += [rename_block(block, names) for block in rest.blocks]
    constant = 0
    if rest.objective is not None:
        terms, weights, constant = rename_objective(rest.objective.literals, rest.objective.coefs, names)
        new.minimize(rest.objective.sentence, terms, weights)
    return new, names, constant


def _declare_unmoved(rest: Model, moving: Literals) -> tuple[Model, Literals]:
    """A model with the variables outside the parity rows, arrays by name, and their new numbers; no rows yet."""
    stays = np.ones(rest.variables + 1, np.bool_)
    stays[moving] = False
    new, names = Model(rest.name), np.zeros(rest.variables + 1, np.int32)
    for name, array in rest.arrays.items():
        at = array[stays[array]]
        if len(at) and rest.integer[at[0]]:
            names[at] = new.ints(name, len(at), rest.lower[at], rest.upper[at])
        elif len(at):
            names[at] = new.bools(name, len(at))
    return new, names


def _parameter_sums(kernel: Words, free: Literals, most: int) -> Rows:
    """Per row of K the free variables in its sum. Raises TooLarge before more than `most` literals are written: a row
    of K takes little memory packed, and its literals may take 64 times as much."""
    lengths = np.bitwise_count(kernel).sum(axis=1, dtype=np.int64)
    if lengths.sum() > most:
        raise TooLarge(f"{lengths.sum():,} literals in rows that add up free variables, the budget is {most:,}")
    step = max(1, AT_A_TIME // max(len(free), 1))
    pieces = [np.nonzero(unpack_bits(kernel[i : i + step], len(free)))[1] for i in range(0, len(kernel), step)]
    return rows_from_lengths(lengths, free[np.concatenate([np.zeros(0, np.int64), *pieces])])


def _rows_as_items(kernel: Words) -> NDArray[np.void]:
    """Each row as a single entry, which can be compared and sorted."""
    return np.ascontiguousarray(kernel).view(np.dtype((np.void, 8 * kernel.shape[1])))[:, 0]
