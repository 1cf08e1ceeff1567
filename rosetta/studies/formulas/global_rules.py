"""Global rules in each of their formulations: stated alone, on a model of their own variables, and lowered.

    rule --its numbers only--> a model --formulation--> rows --the real lowerings--> clauses, integer rows, CP-SAT

So what literals of numbers need is counted with every formulation that asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, probe_module
from backends.loading.cp_proto import proto_bytes
from backends.lowering.canonical import canonical_rules
from backends.lowering.clauses import to_clauses
from backends.lowering.linear import to_linear
from backends.registry import backend_named, modules, refused_modules
from models.neutral import Model
from models.neutral.blocks import TIES
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import Formulation, GlobalRule
from models.neutral.global_rules.registry import kind_of
from models.puzzles.stated_words import name_literal
from report.formulas.records import GlobalFormulas, StatedRule, StatedSize, Symbol, VariableName
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import TooLarge
from rosetta.studies.asking.question import Question
from rosetta.studies.formulas.one_row import extract_row, model_of_variables, typical_row
from rosetta.studies.formulas.row_formulas import formulas_of

LIMITS = Limits(literals=2_000_000)
MOST_VARIABLES = 20_000  # of a rule whose formulations are measured
MOST_NAMED = 200  # variables of a row that are described
Measure = Callable[[Model], tuple[int, int, int]]


def global_formulas(
    question: Question, model: Model, blocks: Collection[int] | None = None
) -> tuple[GlobalFormulas, ...]:
    """The global rules of the model of which some of these blocks, by number, say a part, or all; of those that are
    alike, with one sentence and size, the first."""
    chosen = range(len(model.global_rules)) if blocks is None else {model.stated_blocks[b].graph for b in blocks}
    found: dict[tuple[str, str, str], GlobalFormulas] = {}
    for number, rule in enumerate(model.global_rules):
        alike = (rule.kind, rule.sentence, rule.extent)
        if number in chosen and alike not in found:
            found[alike] = _formulas_of_rule(question, model, number, rule)
    return tuple(found.values())


def _formulas_of_rule(question: Question, model: Model, number: int, rule: GlobalRule) -> GlobalFormulas:
    kind = kind_of(rule.kind)
    names = [name for name in modules() if name not in refused_modules()]
    native = tuple(name for name in names if rule.kind in backend_named(name).native)
    stated = tuple(_state(question, model, number, rule, each) for each in kind.formulations.values())
    return GlobalFormulas(number + 1, rule.sentence, rule.kind, rule.extent, rule.by, native, stated)


def _state(question: Question, model: Model, number: int, rule: GlobalRule, formulation: Formulation) -> StatedRule:
    """The rule in one formulation."""
    stated = StatedRule(
        name=formulation.name,
        says=formulation.says,
        source=formulation.source,
        strength=formulation.strength.value,
        unique=formulation.unique,
        default=formulation.default,
        is_used=formulation.name == rule.by,
        sizes=(),
    )
    alone, used = _rule_alone(model, number, rule)
    if len(used) > MOST_VARIABLES:
        return replace(stated, sizes=(StatedSize("rows", note=f"not measured: {len(used):,} variables"),))
    given, blocks = alone.variables, len(alone.stated_blocks)
    try:
        alone.state_rule(alone.global_rules.pop().placed(formulation.name, (0, 0), ()))
    except (ModelError, TooLarge) as reason:
        return replace(stated, sizes=(StatedSize("rows", note=str(reason)),))
    sizes = tuple(_measure(alone, given, target, measure) for target, measure in MEASURES.items())
    own = [block for block in alone.stated_blocks[blocks:] if block.graph != TIES and len(block)]
    if not own:
        return replace(stated, sizes=sizes)
    telling = own[-1]  # what comes before defines the variables that it is about
    row, variables = extract_row(alone, telling, typical_row(alone, telling))
    names = tuple(_name_variables(question, model, alone, used, variables[:MOST_NAMED]))
    return replace(stated, sizes=sizes, example=formulas_of(row, row.blocks), names=names)


def _rule_alone(model: Model, number: int, rule: GlobalRule) -> tuple[Model, NDArray[np.int64]]:
    """A model with nothing but the variables of a rule, what is said of them before its formulation, and the rule,
    which has no rows; and what the variables are in the whole model."""
    stating = range(*rule.blocks)
    before = [b for i, b in enumerate(model.stated_blocks) if b.graph == number and i not in stating]
    used, alone = model_of_variables(model, np.concatenate([rule.named, *(block.rows.literals for block in before)]))
    new = np.zeros(model.variables + 1, np.int32)
    new[used] = np.arange(1, len(used) + 1)
    for first, last, values in model.value_lists:
        mine = new[first : last + 1][new[first : last + 1] > 0]
        alone.value_lists += [(int(x), int(x), values) for x in mine]
    alone.stated_blocks.extend(replace(block.renumbered(new), graph=0) for block in before)
    alone.global_rules.append(rule.renumbered(new))
    return alone, used


def _name_variables(
    question: Question, model: Model, alone: Model, used: NDArray[np.int64], variables: NDArray[np.int64]
) -> Iterator[VariableName]:
    """What the variables of a row stand for: in the words of the puzzle, or by the name that the formulation gives."""
    for i, x in enumerate(variables.tolist(), 1):
        if x <= len(used):
            words = name_literal(question.puzzle, question.instance, model, int(used[x - 1]))
        else:
            words = _number_words(model, alone, used, x) or alone.name_of(x)
        bounds = (int(alone.lower[x]), int(alone.upper[x])) if alone.integer[x] else None
        yield VariableName(Symbol("x", i), words, bounds)


def _number_words(model: Model, alone: Model, used: NDArray[np.int64], x: int) -> str:
    """`queen[3] >= 5`, of a literal of a number; "" of any other."""
    array, entry = alone.place_of(x) or ("", 0)
    if (meant := alone.added.get(array)) is None:
        return ""
    number = model.number_name(int(used[meant.variables[entry] - 1]))
    return f"{number} {meant.relation} {meant.values[entry]}"


# ---- sizes --------------------------------------------------------------------------------------------------------


def _measure(alone: Model, given: int, target: str, measure: Measure) -> StatedSize:
    """The size of what a model becomes. given: how many variables it had before."""
    try:
        variables, rows, literals = measure(alone)
    except TooLarge as reason:
        return StatedSize(target, note=str(reason))
    except ModuleNotFoundError as error:
        return StatedSize(target, note=describe_absence(error) or str(error))
    return StatedSize(target, variables - given, rows, literals)


def _rows_size(model: Model) -> tuple[int, int, int]:
    blocks = model.stated_blocks
    return model.variables, sum(map(len, blocks)), sum(len(block.rows.literals) for block in blocks)


def _clause_size(model: Model) -> tuple[int, int, int]:
    cnf = to_clauses(model, LIMITS, Options())
    return cnf.variables, cnf.rows, cnf.literals


def _linear_size(model: Model) -> tuple[int, int, int]:
    program = to_linear(model, LIMITS)
    return len(program.lower), len(program.table.lo), program.size.literals


def _cpsat_size(model: Model) -> tuple[int, int, int]:
    if (reason := probe_module("ortools.sat.cp_model_pb2")) is not None:
        raise TooLarge(reason)
    from ortools.sat import cp_model_pb2

    simple = canonical_rules(model)
    proto = cp_model_pb2.CpModelProto.FromString(bytes(proto_bytes(model, simple.blocks)))
    return model.variables, len(proto.constraints), sum(len(block.rows.literals) for block in simple.blocks)


MEASURES: dict[str, Measure] = {
    "rows": _rows_size,
    "cnf": _clause_size,
    "linear": _linear_size,
    "cpsat": _cpsat_size,
}
