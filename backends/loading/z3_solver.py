"""A solver of Z3 that has the rows of a model.

    clause                 or, with the negated guard
    cardinality            at most, at least, both, or exactly
    linear                 pseudo-Boolean; beyond 32 bits, a sum of bit-vectors that is wide enough for all of its terms
    parity                 exclusive or
    guarded                the guard implies it

Integers are bits (`lowering.integer_bits`), so that all is propositional: Z3's solver for bit-vectors (the logic QF_BV)
then decides it with its SAT solver, which takes counts and sums as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits
from backends.loading.z3_library import library, take_context
from backends.lowering.integer_bits import IntegerBits, integer_bits
from models.neutral import Block, Kind, Model
from models.neutral.blocks import Objective

LOGIC = b"QF_BV"
NARROW = 2**31 - 1  # the largest sum of a pseudo-Boolean term: its numbers are C's ints
LONG = 10.0**6  # so many seconds are no limit: nothing is set, and Z3 starts no thread that watches the clock
UNSATISFIABLE, UNKNOWN, SATISFIABLE = -1, 0, 1  # Z3_lbool
COUNTS = ("conflicts", "decisions", "propagations", "restarts")


class Z3Error(Exception):
    """What the library says is wrong."""


class Z3Solver:
    """A solver, and the terms of the variables. To be closed: `with Z3Solver(model, limits) as solver`."""

    def __init__(self, model: Model, limits: Limits) -> None:
        self._z3 = z3 = library()
        self.bits: IntegerBits = integer_bits(model.lower[1:], model.upper[1:])
        self._context, self._is_open = take_context(), True
        boolean, number = z3.Z3_mk_bool_sort(self._context), len(self.bits)
        symbols = [z3.Z3_mk_int_symbol(self._context, each) for each in range(1, number + 1)]
        terms = [z3.Z3_mk_const(self._context, symbol, boolean) for symbol in symbols]
        self._extra = 0
        self._terms = np.zeros((2, number + 1), np.uint64)  # of each bit, and of its negation once there is one
        self._terms[0, 1:] = terms
        self._solver = z3.Z3_mk_solver_for_logic(self._context, z3.Z3_mk_string_symbol(self._context, LOGIC))
        z3.Z3_solver_inc_ref(self._context, self._solver)
        self._set_number(b"random_seed", limits.seed % 2**31)
        self._set_number(b"threads", limits.threads)

    def __enter__(self) -> Z3Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free all that it has."""
        if self._is_open:
            self._is_open = False
            self._z3.Z3_solver_dec_ref(self._context, self._solver)
            self._z3.Z3_del_context(self._context)

    def _set_number(self, name: bytes, value: int) -> None:
        z3, context = self._z3, self._context
        parameters = z3.Z3_mk_params(context)
        z3.Z3_params_inc_ref(context, parameters)
        z3.Z3_params_set_uint(context, parameters, z3.Z3_mk_string_symbol(context, name), value)
        z3.Z3_solver_set_params(context, self._solver, parameters)
        z3.Z3_params_dec_ref(context, parameters)

    def check_errors(self) -> None:
        """Raises Z3Error if a call since the last check failed."""
        code = self._z3.Z3_get_error_code(self._context)
        if code:
            raise Z3Error(self._z3.Z3_get_error_msg(self._context, code).decode())

    # ---- rows --------------------------------------------------------------------------------------------------

    def add_blocks(self, blocks: Sequence[Block]) -> None:
        """Rules in canonical form."""
        for block in blocks:
            self._add_block(block)
        self.check_errors()

    def add_clause(self, clause: NDArray[np.int32]) -> None:
        """A clause over variables of the model."""
        terms = self._pointers(self._own_literals(clause))
        self._assert(self._z3.Z3_mk_or(self._context, len(terms), terms.ctypes.data))

    def new_term(self) -> int:
        """A Boolean that is in no row."""
        z3, context = self._z3, self._context
        self._extra += 1
        symbol = z3.Z3_mk_int_symbol(context, len(self.bits) + self._extra)
        return int(z3.Z3_mk_const(context, symbol, z3.Z3_mk_bool_sort(context)))

    def add_cost_below(self, objective: Objective, cost: int, when: int) -> None:
        """Only what costs less, where that term holds."""
        literals, coefs = objective.literals, objective.coefs
        columns, negated = np.abs(literals).astype(np.int64) - 1, literals < 0
        bits, weights = self.bits.split_terms(columns, coefs)
        signs = np.repeat(np.where(negated, -1, 1), self.bits.width[columns])
        most = cost - 1 - int((coefs * self.bits.lower[columns]).sum())
        row = self._sum_row(bits * signs, weights, None, most)
        self._assert(self._z3.Z3_mk_implies(self._context, when, row))
        self.check_errors()

    def _assert(self, term: int) -> None:
        self._z3.Z3_solver_assert(self._context, self._solver, term)

    def _own_literals(self, literals: NDArray[np.int32]) -> NDArray[np.int64]:
        """Literals of the model's Booleans, by the numbers of their bits."""
        first = self.bits.first[np.abs(literals).astype(np.int64) - 1]
        return np.where(literals < 0, -first, first)

    def _pointers(self, literals: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The terms of literals over the bits."""
        z3, context, (positive, negative) = self._z3, self._context, self._terms
        bits, negated = np.abs(literals), literals < 0
        wanted = np.unique(bits[negated])
        for bit in wanted[negative[wanted] == 0].tolist():
            negative[bit] = z3.Z3_mk_not(context, int(positive[bit]))
        return np.where(negated, negative[bits], positive[bits])

    def _add_block(self, block: Block) -> None:
        z3, context = self._z3, self._context
        guards = None if block.when is None else self._pointers(self._own_literals(block.when)).tolist()
        for row, term in enumerate(self._block_terms(block)):
            whole = term if guards is None else z3.Z3_mk_implies(context, guards[row], term)
            z3.Z3_solver_assert(context, self._solver, whole)

    def _block_terms(self, block: Block) -> list[int]:
        """A term for each row, without its guard."""
        match block.kind:
            case Kind.LINEAR:
                return self._sum_rows(block)
            case Kind.CLAUSE:
                joined, context = self._z3.Z3_mk_or, self._context
                return [joined(context, len(terms), terms.ctypes.data) for terms in self._rows_of_pointers(block)]
            case Kind.PARITY:
                rows = zip(self._rows_of_pointers(block), block.lo.tolist(), strict=True)
                return [self._parity(terms.tolist(), odd) for terms, odd in rows]
            case Kind.CARDINALITY:
                counts = zip(self._rows_of_pointers(block), block.lo.tolist(), block.hi.tolist(), strict=True)
                ones = np.ones(int(block.rows.lengths.max(initial=0)), np.int32)
                return [self._count(terms, lo, hi, ones) for terms, lo, hi in counts]
            case _:
                assert_never(block.kind)

    def _rows_of_pointers(self, block: Block) -> list[NDArray[np.uint64]]:
        pointers, starts = self._pointers(self._own_literals(block.rows.literals)), block.rows.starts.tolist()
        return [pointers[a:b] for a, b in pairwise(starts)]

    def _count(self, terms: NDArray[np.uint64], lo: int, hi: int, ones: NDArray[np.int32]) -> int:
        z3, row = self._z3, (self._context, len(terms), terms.ctypes.data)
        if lo == hi:
            return int(z3.Z3_mk_pbeq(*row, ones.ctypes.data, lo))
        sides = [z3.Z3_mk_atleast(*row, lo)] if lo > 0 else []
        sides += [z3.Z3_mk_atmost(*row, hi)] if hi < len(terms) else []
        return self._all_of(sides)

    def _parity(self, terms: list[int], odd: int) -> int:
        joined = self._join(self._z3.Z3_mk_xor, terms) if terms else self._false()
        return joined if odd else int(self._z3.Z3_mk_not(self._context, joined))

    def _join(self, function: Callable[[int, int, int], int], terms: list[int]) -> int:
        """One term of all by a function of two, as a balanced tree: Z3 takes quadratic time for deep ones."""
        while len(terms) > 1:
            pairs = zip(terms[::2], terms[1::2], strict=False)
            terms = [function(self._context, a, b) for a, b in pairs] + terms[len(terms) // 2 * 2 :]
        return int(terms[0])

    def _false(self) -> int:
        return int(self._z3.Z3_mk_or(self._context, 0, None))

    def _all_of(self, terms: list[int]) -> int:
        if len(terms) == 1:
            return terms[0]
        array = np.array(terms, np.uint64)
        return int(self._z3.Z3_mk_and(self._context, len(terms), array.ctypes.data))

    def _sum_rows(self, block: Block) -> list[int]:
        """Linear rows. What integers add by their lower bounds moves to the bounds of the row."""
        assert block.coefs is not None
        literals = block.rows.literals
        columns, negated = np.abs(literals).astype(np.int64) - 1, literals < 0
        bits, coefs = self.bits.split_terms(columns, block.coefs)
        width = self.bits.width[columns]
        bits = np.where(np.repeat(negated, width), -bits, bits)
        starts = np.concatenate([[0], np.cumsum(block.rows.sums(width))]).tolist()
        moved = block.rows.sums(block.coefs * self.bits.lower[columns])
        bounds = zip((block.lo - moved).tolist(), (block.hi - moved).tolist(), strict=True)
        return [
            self._sum_row(bits[a:b], coefs[a:b], lo, hi)
            for a, b, (lo, hi) in zip(starts, starts[1:], bounds, strict=False)
        ]

    def _sum_row(self, bits: NDArray[np.int64], coefs: NDArray[np.int64], lo: int | None, hi: int) -> int:
        """lo <= sum of coefs * bits <= hi. A negative coefficient counts the opposite literal."""
        moved, weights = int(coefs[coefs < 0].sum()), np.abs(coefs)
        terms = self._pointers(np.where(coefs < 0, -bits, bits))
        most = int(weights.sum())
        lo, hi = 0 if lo is None else max(lo - moved, 0), min(hi - moved, most)
        if lo > most or hi < 0:
            return self._false()
        if most > NARROW:
            return self._wide_sum(terms.tolist(), weights.tolist(), lo, hi, most)
        z3, context, narrow = self._z3, self._context, weights.astype(np.int32)
        row = (context, len(terms), terms.ctypes.data, narrow.ctypes.data)
        if lo == hi:
            return int(z3.Z3_mk_pbeq(*row, lo))
        sides = [z3.Z3_mk_pbge(*row, lo)] if lo > 0 else []
        sides += [z3.Z3_mk_pble(*row, hi)] if hi < most else []
        return self._all_of(sides)

    def _wide_sum(self, terms: list[int], weights: list[int], lo: int, hi: int, most: int) -> int:
        """The same in bit-vectors that hold the sum of all weights."""
        z3, context = self._z3, self._context
        sort = z3.Z3_mk_bv_sort(context, most.bit_length())

        def number(value: int) -> int:
            return int(z3.Z3_mk_numeral(context, str(value).encode(), sort))

        nothing = number(0)
        numbers = [z3.Z3_mk_ite(context, a, number(c), nothing) for a, c in zip(terms, weights, strict=True)]
        joined = self._join(z3.Z3_mk_bvadd, numbers)
        return self._all_of([z3.Z3_mk_bvuge(context, joined, number(lo)), z3.Z3_mk_bvule(context, joined, number(hi))])

    # ---- answers -----------------------------------------------------------------------------------------------

    def solve(self, seconds: float, assuming: Sequence[int] = ()) -> int:
        """UNSATISFIABLE, SATISFIABLE, or UNKNOWN, for which `reason_unknown` is there. assuming: terms."""
        assumed = np.array(assuming, np.uint64)
        if seconds < LONG:
            self._set_number(b"timeout", max(1, int(seconds * 1000)))
        check = library(releases=True).Z3_solver_check_assumptions
        answer = check(self._context, self._solver, len(assumed), assumed.ctypes.data)
        self.check_errors()
        return int(answer)

    def reason_unknown(self) -> str:
        return str(self._z3.Z3_solver_get_reason_unknown(self._context, self._solver).decode())

    def holds(self) -> NDArray[np.bool_]:
        """Which bits hold in the solution, shape (bits + 1,); those in no row do not."""
        z3, context = self._z3, self._context
        found = z3.Z3_solver_get_model(context, self._solver)
        z3.Z3_model_inc_ref(context, found)
        holds = np.zeros(len(self.bits) + 1, np.bool_)
        for bit, term in enumerate(self._terms[0, 1:].tolist(), 1):
            value = z3.Z3_model_get_const_interp(context, found, z3.Z3_get_app_decl(context, term))
            holds[bit] = value is not None and z3.Z3_get_bool_value(context, value) == SATISFIABLE
        z3.Z3_model_dec_ref(context, found)
        self.check_errors()
        return holds

    def stats(self) -> dict[str, float]:
        """What it counted."""
        z3, context = self._z3, self._context
        statistics = z3.Z3_solver_get_statistics(context, self._solver)
        z3.Z3_stats_inc_ref(context, statistics)
        counts: dict[str, float] = {}
        for place in range(z3.Z3_stats_size(context, statistics)):
            name = z3.Z3_stats_get_key(context, statistics, place).decode().rpartition(" ")[2]
            if name in COUNTS and z3.Z3_stats_is_uint(context, statistics, place):
                value = z3.Z3_stats_get_uint_value(context, statistics, place)
                counts[name] = max(counts.get(name, 0.0), float(value))  # some are there under two names
        z3.Z3_stats_dec_ref(context, statistics)
        return counts


def version() -> str:
    """As `Z3 5.4.1.0`."""
    return f"Z3 {library().Z3_get_full_version().decode().partition(' ')[0]}"
