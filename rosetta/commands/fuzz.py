"""`rosetta fuzz`: random models for all backends; wrong answers are shrunk and saved."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from backends.name_lists import read_names
from rosetta.commands import flags
from rosetta.commands.contract import DONE, WRONG, UsageError
from rosetta.foundation.work_clock import work_seconds

if TYPE_CHECKING:
    from rosetta.studies.fuzzing.fuzz import FuzzPlan

EXAMPLES = (
    "--minutes 10",
    "--minutes 5 --backends cpsat,cnf,external:./mysolver --profiles cnf,pb",
    "--models 1000 --seed 7 --save found",
    "--minutes 10 --from problem.opb --from other.mps      parts of these, changed",
    "--models 1 --first 4711 --profiles pb          one model again",
    "--models 100000 --together 200                 side by side, as unions: far more models",
)
MORE = (
    "",
    "A model is made of the profile, the seed and its number, so that the same command makes the same models.",
    "exit code: 1 if an answer was wrong",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Hunt for wrong answers of solvers with random small models.", EXAMPLES, *MORE)
    p.add_argument(
        "--minutes", type=flags.seconds, default=None, metavar="M", help="how long (default: 1, or --models)"
    )
    p.add_argument("--models", type=flags.positive_integer, default=None, metavar="N", help="how many models")
    p.add_argument(
        "--backends", default=None, metavar="A,B", help="which backends (default: all that can be used here)"
    )
    p.add_argument(
        "--profiles",
        default=None,
        metavar="P,Q",
        help="kinds of models (default: cnf,pb,ilp,parity,mixed,puzzle; with --from: mutated)",
    )
    p.add_argument(
        "--from",
        dest="files",
        action="append",
        default=None,
        metavar="FILE",
        help="a model file, random parts of which are changed at random; can be repeated",
    )
    flags.add_number(p, "--seed", flags.natural_number, 0, "N", "seed of the models")
    flags.add_number(p, "--first", flags.natural_number, 0, "N", "the number of the first model")
    p.add_argument(
        "--together",
        type=flags.positive_integer,
        default=None,
        metavar="N",
        help="draw N models at once, without common variables, and solve them as one, judged model by model",
    )
    flags.add_number(p, "--time-limit", flags.seconds, 1.0, "S", "seconds per backend and model")
    p.add_argument(
        "--save", default=None, metavar="DIR", help="where bundles of wrong answers go (default: a temporary folder)"
    )
    flags.add_json(p, lines=False)
    return p


def run(arguments: argparse.Namespace) -> int:
    import tempfile

    from report.progress import ProgressLine
    from rosetta.studies.disagreements.bundle import check_bundle_folder
    from rosetta.studies.fuzzing.fuzz import fuzz
    from rosetta.studies.fuzzing.tally import FuzzTally
    from rosetta.studies.fuzzing.tally_text import tally_json, tally_text

    if arguments.save is not None:
        check_bundle_folder(arguments.save, "--save")
    plan = _plan(arguments, Path(arguments.save or tempfile.mkdtemp(prefix="rosetta-fuzz-")))
    tally, interrupted = FuzzTally(), False
    with ProgressLine() as line:
        try:
            fuzz(plan, tally, line.show)
        except KeyboardInterrupt:
            interrupted = True
    if arguments.save is None and not tally.wrong:
        plan.folder.rmdir()
    if arguments.json:
        from report.provenance import provenance
        from rosetta.commands.options import repeat_command
        from rosetta.version import __version__

        head = provenance(__version__, plan.limits.by_name, (), repeat_command(arguments))
        print(json.dumps({"schema": 1, **tally_json(tally), **head}, allow_nan=False))
    else:
        print(tally_text(tally), end="")
    if interrupted:
        raise KeyboardInterrupt
    return WRONG if tally.wrong else DONE


def _plan(arguments: argparse.Namespace, folder: Path) -> FuzzPlan:
    """What to do. Raises UsageError, UnknownBackend or InputError."""
    from backends.contract import Limits, Options
    from instances.solver_files import read_solver_file
    from models.puzzles.registry import puzzle
    from rosetta.studies.asking.entrants import check_backends
    from rosetta.studies.fuzzing.fuzz import FuzzPlan
    from rosetta.studies.fuzzing.random_models import KINDS
    from rosetta.studies.fuzzing.recipes import MUTATED

    profiles, files = _profiles(arguments), tuple(arguments.files or ())
    if (MUTATED in profiles) != bool(files):
        raise UsageError(f"the profile {MUTATED} needs --from FILE, and --from FILE needs the profile {MUTATED}")
    for path in files:
        read_solver_file(path)
    if arguments.together and not set(profiles) <= set(KINDS):
        raise UsageError(f"--together takes the profiles {', '.join(KINDS)}; found '{','.join(profiles)}'")
    names = _usable_backends() if arguments.backends is None else read_names(arguments.backends)
    check_backends(names, Options(), puzzle("model"))
    minutes = arguments.minutes or (None if arguments.models else 1.0)
    return FuzzPlan(
        tuple(dict.fromkeys(names)),
        profiles,
        arguments.seed,
        Limits(arguments.time_limit),
        folder,
        arguments.first,
        arguments.models,
        float("inf") if minutes is None else work_seconds() + 60 * minutes,
        files,
        arguments.together or 0,
    )


def _profiles(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The profiles that were asked for. Raises UsageError."""
    from rosetta.studies.fuzzing.random_models import KINDS
    from rosetta.studies.fuzzing.recipes import MUTATED, PROFILES

    if arguments.profiles is None and arguments.together and not arguments.files:
        return tuple(KINDS)
    if arguments.profiles is None:
        return (MUTATED,) if arguments.files else PROFILES
    chosen = tuple(arguments.profiles.split(","))
    for name in chosen:
        if name not in (*PROFILES, MUTATED):
            raise UsageError(f"--profiles: expected some of {', '.join((*PROFILES, MUTATED))}; found '{name[:60]}'")
    return chosen


def _usable_backends() -> list[str]:
    """All that are installed."""
    from backends.contract import Options
    from backends.running import supervisor
    from models.puzzles.registry import puzzle
    from rosetta.studies.comparing.compare import all_backends

    return [name for name in all_backends(puzzle("model")) if supervisor.probe(name, Options())[0] is None]
