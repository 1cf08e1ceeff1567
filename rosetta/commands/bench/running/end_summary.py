"""What a campaign ends with: its statistics in short, over all results of the plan, of earlier runs too."""

from __future__ import annotations

from report.campaign.summary_table import summary_text
from report.terminal import line_width
from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.results.judged_results import judged_rows
from rosetta.campaigns.statistics.summary import summary
from rosetta.campaigns.store.store import CampaignStore
from rosetta.commands import flags


def print_summary(store: CampaignStore) -> bool:
    """Print it on stdout, nothing where there is no result. Returns whether any answer is wrong."""
    rows = list(judged_rows(store))
    if rows:
        text = summary_text(summary(frame_from_rows(rows), self_check=False), flags.wants_colour(), line_width())
        print(text)
    return any(row["result"] == "wrong" for row in rows)
