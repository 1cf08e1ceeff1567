"""How a run of pending cells ended, in words and as an exit code; and the results, in short."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from report.words import LONGEST_MESSAGE, one_line
from rosetta.commands.flags import wants_colour
from rosetta.foundation.exit_codes import DONE, INTERRUPTED, LIMIT, TERMINATED, WRONG

if TYPE_CHECKING:
    from rosetta.campaigns.running.run_store import StoreRun
    from rosetta.campaigns.store.store import CampaignStore


def report_end(run: StoreRun, command: str) -> int:
    """Say what resumes a run that is not complete; the exit code. command: resumes it."""
    from rosetta.campaigns.running.run import CampaignEnd

    if run.lost:
        why, code = one_line(run.lost, LONGEST_MESSAGE), LIMIT
    elif run.end is CampaignEnd.DONE:
        return WRONG if run.is_contradicted else DONE
    elif run.end is CampaignEnd.BUDGET:
        why, code = "the budget is used up", LIMIT
    else:
        why, code = "stopped", INTERRUPTED if run.sign == signal.SIGINT else TERMINATED
    print(f"rosetta: {why}; the same command resumes: {command}", file=sys.stderr)
    return code


def print_end(store: CampaignStore, code: int) -> int:
    """Print the results so far, in short; the exit code of the run, or WRONG where an answer is."""
    from report.campaign.summary_table import summary_text
    from report.terminal import line_width
    from rosetta.campaigns.reporting.campaign_results import read_end

    end = read_end(store)
    if end.summary is not None:
        print(summary_text(end.summary, wants_colour(), line_width()))
    return WRONG if end.is_wrong and code == DONE else code
