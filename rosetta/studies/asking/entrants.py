"""Entrants: who runs on what. A name becomes a backend with complete options here, once, and nowhere else.

cnf:glucose42, on `merged`      the backend `cnf`; its options with the solver, the formulation's encodings and
                                presolve; the profile that it runs with on this puzzle
polynomial                      one of the puzzle's own solvers, for this instance (`special_solvers`)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Backend, Options, describe_counts_only
from backends.profiles import DEFAULT, TUNED, profiles_of, supported_parameters
from backends.registry import UnknownBackend, backend_named, split_name
from backends.running import supervisor
from models.puzzles.contract import Puzzle
from models.puzzles.special_solver import SpecialSolver
from report.words import join_names
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.formulations import (
    base_formulation,
    choose_formulation,
    formulation_options,
    presolve_form,
    suited_formulations,
)
from rosetta.studies.asking.question import Question
from rosetta.studies.asking.special_solvers import KIND, find_special_solver, special_backend

SECOND_OPINIONS = ("cnf", "cpsat", "clingo", "highs")  # engines of four kinds, asked when the first finds no solution
ON_OPTIMA = ("cpsat", "highs", "cnf")  # asked whether none is better: those that know bounds first


@dataclass(frozen=True, slots=True)
class Entrant:
    """A backend on a formulation with options. name: in full, as on the command line; options: complete, but for the
    parameters of the profile, which the child looks up; profile: the one that it runs with, the default one where no
    parameters are tuned for the puzzle and a board of this size (options.profile is the one asked for)."""

    name: str
    backend: Backend
    formulation: str
    options: Options
    profile: str = DEFAULT

    @property
    def kind(self) -> str:
        return self.backend.kind

    @property
    def complete(self) -> bool:
        return self.backend.complete

    @property
    def encodings(self) -> dict[str, str]:
        """The encodings that it is told to use, by form."""
        return {form.value: name for form, name in self.options.encodings.items()}

    @property
    def special(self) -> bool:
        """Is it one of the puzzle's own solvers? They read the instance, not the model, and list no solutions."""
        return self.backend.kind == KIND

    @property
    def counts(self) -> bool:
        """Does it count without listing?"""
        return self.backend.count is not None


def resolve_entrant(question: Question, name: str, formulation: str | None, options: Options | None = None) -> Entrant:
    """The entrant of that name. formulation: None for the one that suits it; options: those asked for; what they leave
    open is the formulation's choice. Raises UnknownBackend."""
    found = _look_up(question, name, options or Options())
    chosen = formulation or choose_formulation(question.puzzle, question.instance, None, solver=found.backend.name)
    return _entrant(question, found, chosen, found.options.profile)


def resolve_entrants(
    question: Question,
    names: Sequence[str],
    formulations: Sequence[str] | None,
    options: Options,
    profile: str | None = None,
    sparing: bool = False,
) -> tuple[Entrant, ...]:
    """Every backend on every formulation (None: on those that suit it), in each of its profiles for the puzzle, or only
    in `profile` (the default one where nothing is tuned), with the parameters that it supports. Those that the puzzle
    advises come first. sparing: run presolved formulations only on backends that search by themselves. Raises
    UnknownBackend or InputError for an unknown name, and InputError if no entrant remains: a puzzle's own solvers take
    only the rules as stated."""
    backends = [_without_unsupported(_look_up(question, name, options)) for name in names]
    puzzle, instance = question.puzzle, question.instance
    suited = [formulations or suited_formulations(puzzle, instance, found.backend.name) for found in backends]
    stated = formulations or tuple(dict.fromkeys(name for own in suited for name in own))
    for formulation in stated:
        base_formulation(puzzle, formulation)  # raises if it is unknown
    entrants = [
        _entrant(question, found, formulation, each)
        for formulation in stated
        for found, own in zip(backends, suited, strict=True)
        if formulation in own and _runs_on(question, found, formulation, sparing)
        for each in _chosen_profiles(found, profile)
    ]
    if not entrants:
        raise InputError(
            f"{join_names(names)}: for the rules as they are written, not for the formulation {join_names(stated)}"
        )
    advised = puzzle.extras.advice(instance).solvers
    return tuple(sorted(entrants, key=lambda entrant: entrant.name not in advised))


def _runs_on(question: Question, found: _NamedBackend, formulation: str, sparing: bool) -> bool:
    """Does the backend run on that formulation, which suits it? A puzzle's own solvers do not on one that is presolved,
    and, sparing, only those that search by themselves."""
    if presolve_form(question.puzzle, formulation) is None:
        return True
    return found.backend.kind != KIND and (not sparing or _is_search_engine(found.backend))


def _chosen_profiles(found: _NamedBackend, profile: str | None) -> Sequence[str]:
    """All that it has for the puzzle; or the one that was asked for, the default one where nothing is tuned."""
    if profile is None:
        return found.profiles
    return found.profiles[-1:] if profile == TUNED else found.profiles[:1]


def known_refusal(question: Question, entrant: Entrant) -> str | None:
    """Why its backend does not take the question, where it says so without being run (`Backend.refusal`); None where
    only a run can tell."""
    if entrant.options.presolve is not None:
        return None  # it takes what is left of the model
    try:
        model = question.model(entrant.formulation)
    except InputError as reason:
        return str(reason)
    refusal = cutting_backend(entrant.backend).refusal
    return None if refusal is None else refusal(model)


def find_backend(puzzle: Puzzle, name: str, options: Options) -> tuple[SpecialSolver | str, Options]:
    """What a full name means: one of the puzzle's own solvers, or the name of a registered backend and the options with
    the solver that stands after it. Raises UnknownBackend."""
    own = find_special_solver(puzzle, name)
    return (own, options) if own is not None else split_name(name, options)


def check_backends(names: Sequence[str], options: Options, puzzle: Puzzle) -> list[str]:
    """The names, if each is a backend. Raises InputError, which lists those that there are, installed or not; and for a
    solver after a colon, if that one cannot be used here."""
    for full in names:
        try:
            backend, named = find_backend(puzzle, full, options)
        except UnknownBackend as error:
            own = ", ".join(solver.name for solver in puzzle.extras.solvers)
            raise InputError(f"{error}; of {puzzle.name} alone: {own}" if own else str(error)) from None
        reason = supervisor.probe(backend, named)[0] if isinstance(backend, str) and named.solver else None
        if reason is not None:
            raise InputError(f"{full}: {reason}")
    return list(names)


def check_answering(names: Sequence[str], puzzle: Puzzle) -> None:
    """Raises InputError for a backend that only counts, where answers are asked for. names: of backends that exist."""
    for full in names:
        found, _ = find_backend(puzzle, full, Options())
        if isinstance(found, str) and backend_named(found).counts_only:
            raise InputError(describe_counts_only(full))


def encoding_backends(names: Sequence[str], puzzle: Puzzle) -> list[str]:
    """Those of the backends to which a CNF encoding may matter: they lower rows to clauses, or are the puzzle's own,
    and may have others within. names: in full."""
    found = {full: find_backend(puzzle, full, Options())[0] for full in names}
    return [full for full, each in found.items() if not isinstance(each, str) or backend_named(each).encodes]


def engines_of_other_kinds(kind: str) -> Iterator[Backend]:
    """The engines to ask for a second opinion on what one of that kind says."""
    return (backend for backend in map(backend_named, SECOND_OPINIONS) if backend.kind != kind)


@dataclass(frozen=True, slots=True)
class _NamedBackend:
    """A name looked up. options: those asked for, with the solver of the name; profiles: those that it has."""

    name: str
    backend: Backend
    options: Options
    profiles: tuple[str, ...]


def _look_up(question: Question, name: str, options: Options) -> _NamedBackend:
    """The backend by its full name, its options with the size of the board. Raises UnknownBackend."""
    found, options = find_backend(question.puzzle, name, replace(options, cells=question.cells))
    if not isinstance(found, str):
        return _NamedBackend(name, special_backend(found, question.instance, question.rules), options, (DEFAULT,))
    backend = backend_named(found)
    profiles = profiles_of(backend, options.solver, question.puzzle.name, options.cells)
    return _NamedBackend(name, backend, options, profiles)


def _without_unsupported(found: _NamedBackend) -> _NamedBackend:
    """The same, without the parameters that are for other backends."""
    own = supported_parameters(found.backend, found.options.parameters)
    return replace(found, options=replace(found.options, parameters=own))


def _entrant(question: Question, found: _NamedBackend, formulation: str, profile: str) -> Entrant:
    options = formulation_options(question.puzzle, formulation, replace(found.options, profile=profile))
    if found.backend.kind == KIND:
        options = replace(options, presolve=None)  # it reads the instance
    used = profile if profile in found.profiles else DEFAULT
    return Entrant(found.name, found.backend, formulation, options, used)


def _is_search_engine(backend: Backend) -> bool:
    """Does it search by itself? Not a backend around another one, nor algebra, nor brute force."""
    return backend.complete and not backend.inner and backend.kind not in ("algebra", "brute force")
