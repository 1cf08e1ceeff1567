"""`fuzz`: random models for all backends; wrong answers are shrunk and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE, WRONG
from rosetta.requests.kinds import FOLDER, MINUTES, NAMES, NATURAL, POSITIVE, SECONDS, FileList
from rosetta.requests.options import OptionGroup, Request, option, request
from rosetta.verbs.caller import Caller, TextLook

if TYPE_CHECKING:
    from rosetta.studies.fuzzing.fuzz import FuzzPlan
    from rosetta.studies.fuzzing.tally import FuzzTally

USUAL_MINUTES = 1.0  # where neither a time nor a number of models is set


@request
class FuzzRequest(Request):
    """Which models are made, and who solves them."""

    minutes: float | None = option(MINUTES, "how long (default: 1, or --models)", default=None)
    models: int | None = option(POSITIVE, "how many models", default=None)
    backends: Sequence[str] | None = option(NAMES, "which backends (default: all that can be used here)", default=None)
    profiles: Sequence[str] | None = option(
        NAMES, "kinds of models (default: cnf,pb,ilp,parity,mixed,puzzle; with --from: mutated)", default=None,
        letter="P,Q",
    )  # fmt: skip
    files: Sequence[str] | None = option(
        FileList(),
        "a model file, random parts of which are changed at random; can be repeated",
        default=None,
        flag="--from",
        dest="files",
        repeated=True,
    )
    seed: int = option(NATURAL, "seed of the models (default 0)", default=0, group=OptionGroup.MORE)
    first: int = option(NATURAL, "the number of the first model (default 0)", default=0, group=OptionGroup.MORE)
    together: int | None = option(
        POSITIVE,
        "draw N models at once, without common variables, and solve them as one, judged model by model",
        default=None,
        group=OptionGroup.MORE,
    )
    time_limit: float = option(
        SECONDS, "seconds per backend and model (default 1)", default=1.0, group=OptionGroup.LIMITS
    )
    save: str | PathLike[str] | None = option(
        FOLDER, "where bundles of wrong answers go (default: a temporary folder)", default=None
    )

    def check_files(self) -> None:
        """Raises NotWritable or InputError where a folder cannot be written, or a file not be read as a model."""
        from instances.solver_files import read_solver_file
        from rosetta.studies.disagreements.bundle import check_bundle_folder

        if self.save is not None:
            check_bundle_folder(str(self.save), self.word("save"))
        self.check_profiles()
        for path in self.files or ():
            read_solver_file(path)

    def check_profiles(self) -> None:
        """Raises InputError for kinds of models that nobody knows, or that do not go with what else is asked for."""
        from rosetta.studies.fuzzing.random_models import KINDS
        from rosetta.studies.fuzzing.recipes import MUTATED, PROFILES

        known, flag, chosen = (*PROFILES, MUTATED), self.word("profiles"), self.chosen_profiles
        for name in chosen:
            if name not in known:
                raise InputError(f"{flag}: expected some of {', '.join(known)}; found '{name[:60]}'")
        if (MUTATED in chosen) != bool(self.files):
            files = self.word("files")
            raise InputError(f"the profile {MUTATED} needs {files} FILE, and {files} FILE needs the profile {MUTATED}")
        if self.together and not set(chosen) <= set(KINDS):
            names = ", ".join(KINDS)
            raise InputError(f"{self.word('together')} takes the profiles {names}; found '{','.join(chosen)}'")

    @property
    def chosen_profiles(self) -> tuple[str, ...]:
        """The kinds of models: those named, else those that suit what else is asked for."""
        from rosetta.studies.fuzzing.random_models import KINDS
        from rosetta.studies.fuzzing.recipes import MUTATED, PROFILES

        if self.profiles is not None:
            return tuple(self.profiles)
        if self.files:
            return (MUTATED,)
        return tuple(KINDS) if self.together else PROFILES


@dataclass(frozen=True)
class FuzzedModels:
    """What came of random models.

    tally: of all models and runs
    limits: of each run, by name
    interrupted: by Ctrl-C
    """

    tally: FuzzTally
    limits: Mapping[str, float]
    interrupted: bool
    indent: None = None

    @property
    def exit_code(self) -> int:
        return WRONG if self.tally.wrong else DONE

    @property
    def changed(self) -> Mapping[str, Any]:
        return {}

    def text(self, look: TextLook) -> str:
        from rosetta.studies.fuzzing.tally_text import tally_text

        return tally_text(self.tally)

    def document(self, command: str | None = None) -> dict[str, Any]:
        from rosetta.studies.fuzzing.tally_text import fuzz_document
        from rosetta.verbs.documents import provenance_of

        return dict[str, Any](fuzz_document(self.tally, provenance_of(self.limits, (), command)))


def fuzz(request: FuzzRequest, caller: Caller) -> FuzzedModels:
    """Make models and have them solved, until the time is up, the number is reached, or somebody interrupts. Raises
    UnknownBackend or InputError."""
    import tempfile

    from rosetta.studies.fuzzing.fuzz import fuzz as fuzz_backends
    from rosetta.studies.fuzzing.tally import FuzzTally

    names = _backends_of(request)
    plan = _plan(request, names, Path(request.save or tempfile.mkdtemp(prefix="rosetta-fuzz-")))
    tally, interrupted = FuzzTally(), False
    try:
        fuzz_backends(plan, tally, caller.progress)
    except KeyboardInterrupt:
        interrupted = True
    if request.save is None and not tally.wrong:
        plan.folder.rmdir()
    return FuzzedModels(tally, plan.limits.by_name, interrupted)


def _backends_of(request: FuzzRequest) -> tuple[str, ...]:
    """The backends named, else all that are installed. Raises UnknownBackend, InputError for one that cannot be used
    here: else every model would be refused, and nothing found wrong."""
    from backends.contract import Options
    from backends.running import supervisor
    from models.puzzles.model.record import NAME
    from models.puzzles.registry import puzzle
    from rosetta.studies.asking.entrants import check_answering, check_backends, find_backend
    from rosetta.studies.comparing.compare import all_backends

    names = list(request.backends or ())
    if request.backends is None:
        names = [name for name in all_backends(puzzle(NAME)) if supervisor.probe(name, Options())[0] is None]
    check_backends(names, Options(), puzzle(NAME))
    for name in request.backends or ():
        found, options = find_backend(puzzle(NAME), name, Options())
        if isinstance(found, str) and (reason := supervisor.probe(found, options)[0]) is not None:
            raise InputError(f"{name}: {reason}")
    check_answering(names, puzzle(NAME))
    return tuple(dict.fromkeys(names))


def _plan(request: FuzzRequest, backends: tuple[str, ...], folder: Path) -> FuzzPlan:
    """What is done. The time begins now."""
    from backends.contract import Limits
    from rosetta.foundation.work_clock import work_seconds
    from rosetta.studies.fuzzing.fuzz import FuzzPlan

    minutes = request.minutes or (None if request.models else USUAL_MINUTES)
    return FuzzPlan(
        backends,
        request.chosen_profiles,
        request.seed,
        Limits(request.time_limit),
        folder,
        request.first,
        request.models,
        float("inf") if minutes is None else work_seconds() + 60 * minutes,
        tuple(request.files or ()),
        request.together or 0,
    )
