"""A campaign as a person asks for it: on which boards, with what, and how it is to run.

    words, or what a program passes --> CampaignBoards  -.
    flags, or keyword arguments     --> CampaignRequest --requested_campaign--> Campaign

The command line and Python both fill in these records, so both ask for the same cells. Nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rosetta.campaigns.planning.campaign_kinds import (
    BoardOptions,
    CellLimits,
    EncodingChoices,
    NumberList,
    SeedList,
    SymmetryList,
)
from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import (
    FILE,
    MEGABYTES,
    NAMES,
    NATURAL,
    PER_CENT,
    POSITIVE,
    SECONDS,
    SWITCH,
    Callback,
    NamedValues,
    TextValue,
    WordChoice,
)
from rosetta.requests.options import OptionGroup, Request, option, options_of, request

if TYPE_CHECKING:
    from rosetta.campaigns.planning.campaign import InstanceGroup
    from rosetta.campaigns.planning.cells import CellInstance
    from rosetta.campaigns.planning.shards import Shard

Encodings: TypeAlias = str | Mapping[str, str]

STORE = "campaign.db"
# fields that say what is run, which a campaign file says already, in the order in which they are looked at
OF_FILE = (
    "count", "seed", "backends", "encodings", "formulations", "profile", "threads", "repeat", "seeds", "shuffle",
    "symmetries", "unique", "options", "settings",
)  # fmt: skip


class RequestRefused(InputError):
    """A field of a request has a value that cannot be taken: that one, where it is said."""

    def __init__(self, field: str, reason: str, value: str = "") -> None:
        self.field, self.reason, self.value = field, reason, value
        super().__init__(self.message(field))

    def message(self, name: str) -> str:
        """The message, where the field goes by that name."""
        return f"{name} {self.value}: {self.reason}" if self.value else f"{name}: {self.reason}"


@dataclass(frozen=True, slots=True)
class CampaignBoards:
    """What a campaign runs on. Of instances, the seeds are those of the request."""

    instances: tuple[InstanceGroup, ...] = ()  # boards by what names them
    boards: tuple[CellInstance, ...] = ()  # boards that are there already
    file: Path | None = None  # a campaign file, in place of all that says what is run


@request
class CellRunRequest(Request):
    """How the cells of a campaign run, whichever they are."""

    jobs: int = option(
        POSITIVE,
        "cells to run at once, each on cores of its own, though they share memory; times are most exact with 1 "
        "(default 1)",
        default=1,
        keyword_help="Cells to run at once, each on cores of its own, though they share memory; times are most exact "
        "with 1.",
    )
    budget: float | None = option(
        SECONDS, "start no more cells after S seconds", default=None, group=OptionGroup.LIMITS,
        keyword_help="Start no more cells after so many seconds.",
    )  # fmt: skip
    prove: bool = option(
        SWITCH,
        "prove what cells claim (no solution, none is better, with --unique no other), once for each board",
        default=False,
        group=OptionGroup.EVIDENCE,
        keyword_help="Prove what cells claim (no solution, none is better, with `unique` no other), once for each "
        "board.",
    )
    on: str | None = option(
        TextValue("a Dask cluster", "CLUSTER"),
        "run on a Dask cluster: dask:tcp://HOST:PORT, dask:FILE.json, or dask:local",
        default=None,
        group=OptionGroup.MORE,
    )
    reruns: float | None = option(
        PER_CENT,
        "of contended cells (from which other processes took processor time): at most so many at the end, in per cent "
        "of all cells (default 25)",
        default=None,
        group=OptionGroup.MORE,
    )
    keep_contended: bool = option(
        SWITCH, "the same as --reruns 0", default=False, group=OptionGroup.MORE,
        keyword_help="The same as ``reruns=0``.",
    )  # fmt: skip
    progress: Callable[..., None] | None = option(
        Callback(), "", default=None, group=OptionGroup.PROGRAM, flag="",
        keyword_help="Called several times a second as ``progress(what, done, of, note)``: ``\"cells\"`` or "
        "``\"proofs\"``, how many are done, of how many, more words. What it raises ends the work; cells that were "
        "running will run again.",
    )  # fmt: skip

    def check_options(self) -> None:
        """Raises InputError where reruns are both wanted and not."""
        if self.keep_contended and self.reruns:
            reruns = f"{self.word('reruns')} {self.reruns:g}"
            raise InputError(f"{self.word('keep_contended')} allows no reruns, {reruns} does: give one of them")


@request
class ResumeRequest(CellRunRequest):
    """What is asked of a store that is there already."""

    store: str | PathLike[str] = option(FILE, f"the store (default {STORE})", default=STORE)


@request
class CampaignRequest(CellRunRequest):
    """What is combined with what, the limits of each cell, and how cells run."""

    count: int = option(
        POSITIVE, "boards of each size (default 1)", default=1, letter="K",
        keyword_help="Boards of each size that words name, from `seed` on.",
    )  # fmt: skip
    seed: int = option(
        NATURAL, "", default=0, group=OptionGroup.MODEL, flag="",
        keyword_help="Of the first board of a size that words name.",
    )  # fmt: skip
    backends: Sequence[str] | None = option(
        NAMES, "which backends to run (default: all)", default=None, kw_only=False,
        keyword_help="Which backends to run; by default all that can be used here.",
    )  # fmt: skip
    formulations: Sequence[str] | None = option(
        NAMES,
        "models of the puzzle; all for every one (default: those that compare shows)",
        default=None,
        group=OptionGroup.MODEL,
        flag="--formulation",
        letter="A,B",
        keyword_help='The models of the puzzle to run; ``["all"]`` for all of them; by default those that `compare` '
        "shows.",
    )
    encodings: Encodings | Sequence[Encodings] | None = option(
        EncodingChoices(),
        "CNF encodings, FORM=NAME,...; `FORM=all` or `all` for every one; may be repeated for further choices",
        default=None,
        group=OptionGroup.MODEL,
        flag="--encoding",
        repeated=True,
        keyword_help='CNF encodings by form of rows: ``{"cardinality": "totalizer"}``, where the name may be '
        '``"all"``; several choices run one after the other.',
    )
    profile: str | None = option(
        WordChoice(("default", "tuned"), "profile"),
        "solver parameters (default: both, if there are tuned ones)",
        default=None,
        group=OptionGroup.MODEL,
    )
    settings: Mapping[str, object] | None = option(
        NamedValues(), "", default=None, group=OptionGroup.MODEL, flag="",
        keyword_help='Of the backends that have them: ``{"noise": 0.1}``.',
    )  # fmt: skip
    threads: int | Sequence[int] = option(
        NumberList(1, 1024), "threads per solver (default 1)", default=(1,), group=OptionGroup.LIMITS
    )
    seeds: int | Sequence[int] = option(
        SeedList(), "solver seeds: how many, or a list such as 3,7 (default 1)", default=(0,), group=OptionGroup.MODEL,
        keyword_help="Seeds of the solvers: how many, or a list of them.",
    )  # fmt: skip
    shuffle: bool = option(
        SWITCH, "the seed also shuffles variables and constraints", default=False, group=OptionGroup.MODEL
    )
    symmetries: bool | Sequence[int] = option(
        SymmetryList(), "", default=(0,), group=OptionGroup.MODEL, flag="",
        keyword_help="Also run boards rotated and mirrored: in all eight ways, or in those of a list of numbers, 0 for "
        "the board as it is.",
    )  # fmt: skip
    repeat: int = option(
        POSITIVE, "how often to run each cell (default 1)", default=1, letter="R", group=OptionGroup.MODEL
    )
    unique: bool = option(SWITCH, "also ask each solver whether its answer is the only one", default=False)
    limits: float | Mapping[str, float] | None = option(
        CellLimits(), "", default=None, group=OptionGroup.LIMITS, flag="",
        keyword_help='Of each cell: seconds, or ``{"time_limit": 5, "memory": 4000}``; the same as the next two.',
    )  # fmt: skip
    time_limit: float | None = option(SECONDS, "seconds per cell (default 10)", default=None, group=OptionGroup.LIMITS)
    memory: int | None = option(MEGABYTES, "memory per cell (default 8000)", default=None, group=OptionGroup.LIMITS,
                                keyword_help="Megabytes per cell (default 8000).")  # fmt: skip
    options: Mapping[str, object] | None = option(
        BoardOptions(), "", default=None, group=OptionGroup.MODEL, flag="",
        keyword_help='Parameters of the puzzles and readings of their rules, for boards that words name: ``{"bare": '
        "20}``; a list gives boards for each value.",
    )  # fmt: skip
    store: str | PathLike[str] | None = option(
        FILE,
        f"the store (default {STORE}, or named after the campaign file)",
        default=None,
        keyword_help="The file that keeps the results. What is in it is gone on with. By default a temporary file, "
        "which is deleted with the last report that uses it.",
    )
    shard: str | None = option(
        TextValue("I/N", "I/N"),
        "run only part I of N, into a store of its own; see bench merge",
        default=None,
        group=OptionGroup.MORE,
        keyword_help='Run only a part of the campaign: ``"2/3"`` is the second of three.',
    )

    def word(self, name: str) -> str:
        """What people know a field by; also those whose flags are made by hand."""
        by_hand = self._flags is not None and name in ("seed", "symmetries")
        return f"--{name}" if by_hand else super().word(name)

    def check_options(self) -> None:
        """Raises InputError where a limit is said twice, or is none."""
        super().check_options()
        for name, kind in (("time_limit", SECONDS), ("memory", MEGABYTES)):
            if name in (self.limits or {}):  # type: ignore[operator]
                if getattr(self, name) is not None:
                    raise InputError(f"{name}: expected it once, found it in limits, too")
                try:
                    object.__setattr__(self, name, kind.check(self.limits[name]))  # type: ignore[index]
                except InputError as refusal:
                    raise InputError(f"limits: {name}: {refusal}") from None

    def besides_file(self) -> list[str]:
        """The fields that say what is run, as a campaign file does, and are not as usual."""
        usual = {each.name: each.default for each in options_of(type(self))}
        return [name for name in OF_FILE if getattr(self, name) not in (usual[name], {})]

    def part(self) -> Shard | None:
        """The part of the campaign that is run. Raises InputError."""
        from rosetta.campaigns.planning.shards import parse_shard

        return None if self.shard is None else parse_shard(self.shard)

    def store_path(self, file: Path | None) -> Path:
        """The store that is named, else one that is called like the campaign file, here; a shard has its own."""
        if self.store is not None:
            return Path(self.store)
        path, shard = Path(STORE) if file is None else Path(file.stem + ".db"), self.part()
        return path if shard is None else shard.store_beside(path)
