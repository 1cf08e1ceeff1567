"""A campaign as a person asks for it: a file, or boards and solvers in one group each; and how it is to run.

    words, or keyword arguments --> CampaignRequest --requested_campaign--> Campaign

The command line and Python both fill in this record, so both ask for the same cells. Nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.foundation.errors import InputError

if TYPE_CHECKING:
    from rosetta.campaigns.planning.campaign import InstanceGroup
    from rosetta.campaigns.planning.cells import CellInstance
    from rosetta.campaigns.planning.shards import Shard

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
class CampaignRequest:
    """What is asked of a campaign. Of instances, the seeds are those of the request."""

    instances: tuple[InstanceGroup, ...] = ()  # boards by what names them
    boards: tuple[CellInstance, ...] = ()  # boards that are there already
    file: Path | None = None  # a campaign file, in place of all that says what is run
    options: Mapping[str, str] = field(default_factory=dict)  # of the puzzles, as texts, by name
    count: int = 1  # boards of each size
    seed: int = 0  # of the first of them
    backends: tuple[str, ...] | None = None  # None, or ("all",): all that can be used here
    formulations: tuple[str, ...] | None = None  # None: those that a comparison shows; ("all",) for all
    encodings: tuple[str, ...] = ()  # each `FORM=NAME,...`, `FORM=all`, `auto` or `all`
    profile: str | None = None  # None: both, if there are tuned parameters
    settings: Mapping[str, str] = field(default_factory=dict)  # parameters of the backends that have them
    threads: tuple[int, ...] = (1,)  # of each solver
    seeds: tuple[int, ...] = (0,)  # of solvers
    shuffle: bool = False  # the seed also shuffles variables and constraints
    symmetries: tuple[int, ...] = (0,)  # of boards, by number, 0 for none
    repeat: int = 1  # runs of each cell
    unique: bool = False  # ask for a second answer, too
    prove: bool = False  # what cells claim
    time_limit: float | None = None  # seconds of each cell; None: as usual, or as the file says
    memory: int | None = None  # megabytes of each cell; None likewise
    jobs: int = 1  # cells at once, each on cores of its own
    on: str | None = None  # a Dask cluster (`executors.cluster`); None: this machine
    budget: float | None = None  # seconds after which no cell starts
    reruns: float | None = None  # of contended cells, in per cent of all cells; None: as many as usual
    keep_contended: bool = False  # no reruns
    store: Path | None = None  # None: the usual name, or one like that of the file
    shard: Shard | None = None  # the part of the campaign that is run

    def beside_file(self) -> list[str]:
        """The fields that say what is run and are not as usual, though a file is named."""
        usual = CampaignRequest()
        return [name for name in OF_FILE if self.file and getattr(self, name) != getattr(usual, name)]

    def store_path(self) -> Path:
        """The store that is named, else one that is called like the campaign file, here; a shard has its own."""
        if self.store is not None:
            return self.store
        path = Path(STORE) if self.file is None else Path(self.file.stem + ".db")
        return path if self.shard is None else self.shard.store_beside(path)
