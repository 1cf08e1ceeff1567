"""The plan of a campaign as a whole: what would run, and how long it would take at most.

engines = probe_campaign_engines(campaign, progress)
plan = plan_campaign(campaign, engines)           cells, in the order in which they run
plan = make_plan(campaign, progress, tell)        both, and tells what is not as it was asked for
estimate_plan(plan)                               counts, and a bound of the time
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from backends.registry import modules
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign import Campaign
from rosetta.campaigns.planning.campaign_checks import puzzles_of_groups
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.planning.engines import Engines, probe_engines
from rosetta.campaigns.planning.plan import backend_names, plan_digest, planned_cells, single_threaded_names
from rosetta.campaigns.planning.shards import Shard
from rosetta.foundation.progress import Progress, ignore_progress

COMMAND = "rosetta bench run"  # in messages, for a campaign that no command line asks for


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """A campaign with its cells, or with those of one shard."""

    campaign: Campaign
    cells: Sequence[Cell]  # in the order in which they run
    single_threaded: Sequence[str]  # backends that are planned with one thread where more were asked for

    @property
    def threads(self) -> int:
        """The most that a cell uses."""
        return max((cell.threads for cell in self.cells), default=1)


@dataclass(frozen=True, slots=True)
class PlanEstimate:
    """What a plan comes to."""

    cells: int
    boards: int
    digest: str  # equal for equal sets of cells
    seconds: float  # of the cells one after the other, if each takes its whole limit
    by_puzzle: Mapping[str, Mapping[str, int]]  # cells by backend, in the order of the registry; most cells first


def probe_campaign_engines(campaign: Campaign, progress: Progress = ignore_progress) -> Engines:
    """The engines that the campaign may use here. Raises InputError for a backend that it names and cannot be used."""
    return probe_engines(backend_names(campaign, puzzles_of_groups(campaign.instances, campaign.boards)), progress)


def plan_campaign(
    campaign: Campaign,
    engines: Engines,
    progress: Progress = ignore_progress,
    command: str = COMMAND,
    shard: Shard | None = None,
) -> CampaignPlan:
    """Every cell of the campaign, or of a shard of it. command: for messages. Raises InputError."""
    cells = planned_cells(campaign, posed_instances(campaign, command, progress), engines.versions)
    single_threaded = single_threaded_names(campaign, cells)
    return CampaignPlan(campaign, [cell for cell in cells if shard is None or shard.holds(cell)], single_threaded)


def make_plan(
    campaign: Campaign,
    progress: Progress = ignore_progress,
    tell: Callable[[str], None] = lambda _: None,
    command: str = COMMAND,
    shard: Shard | None = None,
) -> CampaignPlan:
    """The plan of the campaign, or of a shard of it, with the engines that can be used here. tell: is told which
    backends are left out, and which run with one thread only; command: for messages. Raises InputError."""
    engines = probe_campaign_engines(campaign, progress)
    for name, reason in engines.absent.items():
        tell(f"{name} is left out: {reason}")
    plan = plan_campaign(campaign, engines, progress, command, shard)
    if plan.single_threaded:
        tell(f"planned with 1 thread only, since they never use more: {', '.join(plan.single_threaded)}")
    return plan


def estimate_plan(plan: CampaignPlan) -> PlanEstimate:
    """What the plan comes to."""
    cells, order = plan.cells, list(modules())
    counts = Counter((cell.instance.puzzle, cell.backend) for cell in cells)
    listed = sorted(counts.items(), key=lambda item: (_place(order, item[0][1]), item[0][1]))
    puzzles = Counter(cell.instance.puzzle for cell in cells).most_common()
    return PlanEstimate(
        cells=len(cells),
        boards=len({cell.instance.hash for cell in cells}),
        digest=plan_digest(cells),
        seconds=sum(cell.seconds for cell in cells),
        by_puzzle={puzzle: {name: count for (of, name), count in listed if of == puzzle} for puzzle, _ in puzzles},
    )


def _place(order: Sequence[str], name: str) -> int:
    """Where the backend of that name stands in the registry; special-purpose solvers are in front."""
    base = name.partition(":")[0]
    return order.index(base) if base in order else -1
