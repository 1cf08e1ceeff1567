"""What a campaign would run: how many cells, how long at most, and the campaign file that says the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from backends.registry import modules
from rosetta.campaigns.planning.campaign import Campaign, campaign_toml
from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.planning.plan import plan_digest


def plan_text(campaign: Campaign, cells: Sequence[Cell], store: Path) -> str:
    """The text for the terminal. The last part is a campaign file as it stands, the rest comments of it."""
    instances = {cell.instance.hash for cell in cells}
    seconds = sum(cell.seconds for cell in cells)
    each = f"then at most {campaign.limits.seconds:g} s to prove each thing that cells claim of a board"
    proving = [each] if campaign.prove else []
    lines = [
        f"{count_text(len(cells), 'cell')} on {count_text(len(instances), 'board')}, plan {plan_digest(cells)}, "
        f"store {store}",
        f"at most {duration(seconds)} one after the other, if every cell takes its {campaign.limits.seconds:g} s",
        *proving,
        "",
    ]
    puzzles = Counter(cell.instance.puzzle for cell in cells)
    backends, order = Counter((cell.instance.puzzle, cell.backend) for cell in cells), list(modules())
    listed = sorted(backends.items(), key=lambda item: (_place(order, item[0][1]), item[0][1]))
    for puzzle, count in puzzles.most_common():
        lines.append(f"{puzzle}: {count_text(count, 'cell')}")
        lines += [f"  {number:>9,} {name}" for (of, name), number in listed if of == puzzle]
    return "\n".join([*(f"# {line}".rstrip() for line in lines), "", campaign_toml(campaign).rstrip()])


def _place(order: Sequence[str], name: str) -> int:
    """Where the backend of that name stands in the registry; special-purpose solvers are in front."""
    base = name.partition(":")[0]
    return order.index(base) if base in order else -1


def count_text(count: int, noun: str) -> str:
    """`1 cell`, `2,000 cells`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def duration(seconds: float) -> str:
    """`45 s`, `3 min`, `7.5 h`, `12 days`."""
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.3g} s"
