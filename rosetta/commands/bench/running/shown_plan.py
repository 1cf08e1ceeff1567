"""The plan of a campaign for people: notes while it is made, and what a dry run prints."""

from __future__ import annotations

from pathlib import Path

from report.progress import ProgressLine
from rosetta.campaigns.planning.campaign import Campaign, campaign_toml
from rosetta.campaigns.planning.campaign_plan import CampaignPlan, estimate_plan, make_plan
from rosetta.campaigns.planning.shards import Shard
from rosetta.campaigns.store.reruns import most_reruns
from rosetta.commands.each_instance import print_note


def show_planning(campaign: Campaign, command: str, shard: Shard | None = None) -> CampaignPlan:
    """The plan of the campaign, or of a shard. Says which backends are left out. Raises InputError."""
    with ProgressLine() as line:

        def tell(note: str) -> None:
            line.clear()
            print_note(note)

        return make_plan(campaign, line.show, tell, command, shard)


def plan_text(plan: CampaignPlan, store: Path, share: float) -> str:
    """The text for the terminal. The last part is a campaign file as it stands, the rest comments of it. share: of the
    cells, how many reruns there may be."""
    campaign, estimate = plan.campaign, estimate_plan(plan)
    reruns = most_reruns(share, estimate.cells)
    longest = max((cell.seconds for cell in plan.cells), default=0.0)
    again = f"at most {duration(reruns * longest)} more for {count_text(reruns, 'rerun')} of contended cells"
    each = f"then at most {campaign.limits.seconds:g} s to prove each thing that cells claim of a board"
    lines = [
        f"{count_text(estimate.cells, 'cell')} on {count_text(estimate.boards, 'board')}, plan {estimate.digest}, "
        f"store {store}",
        f"at most {duration(estimate.seconds)} one after the other, if every cell takes its "
        f"{campaign.limits.seconds:g} s",
        *([again] if reruns else []),
        *([each] if campaign.prove else []),
        "",
    ]
    for puzzle, backends in estimate.by_puzzle.items():
        lines.append(f"{puzzle}: {count_text(sum(backends.values()), 'cell')}")
        lines += [f"  {number:>9,} {name}" for name, number in backends.items()]
    return "\n".join([*(f"# {line}".rstrip() for line in lines), "", campaign_toml(campaign).rstrip()])


def count_text(count: int, noun: str) -> str:
    """`1 cell`, `2,000 cells`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def duration(seconds: float) -> str:
    """`45 s`, `3 min`, `7.5 h`, `12 days`."""
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.3g} s"
