"""`rosetta bench script CAMPAIGN.toml`: a script that runs the campaign in shards, under Slurm, PBS or a shell."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE
from rosetta.requests.kinds import POSITIVE

EXAMPLES = ("standard.toml --shards 20 --out standard.sh", "standard.toml --shards 4 --for shell")
MORE = (
    "",
    "Each shard is a task of its own, with a store of its own, and needs nothing from the others. A task that was cut",
    "short resumes when it is submitted again. At the end `bench merge` makes one store of them; the script says how.",
)
SYSTEMS = ("slurm", "pbs", "shell")


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Write a script that runs a campaign in shards.", EXAMPLES, *MORE)
    p.add_argument("campaign", metavar="CAMPAIGN.toml", help="a campaign file; `bench run .. --dry-run` prints one")
    p.add_argument("--shards", type=flags.word_type(POSITIVE), required=True, metavar="N", help="how many shards")
    p.add_argument(
        "--for", dest="system", choices=SYSTEMS, default="slurm", help="what runs the script (default slurm)"
    )
    p.add_argument("--store", default=None, metavar="FILE", help="the merged store (default: named after the campaign)")
    p.add_argument(
        "--out", default=None, metavar="FILE", help="write to this file, which must not exist, instead of the terminal"
    )
    return p


def run(line: CommandLine) -> int:
    from report.saving import check_new, save_new
    from rosetta.campaigns.planning.campaign_file import read_campaign
    from rosetta.campaigns.planning.shard_scripts import SCRIPTS, shard_script
    from rosetta.commands.bench.running.shown_plan import show_planning

    path, out = Path(line.values["campaign"]), line.values["out"]
    store = Path(path.stem + ".db" if line.values["store"] is None else line.values["store"])
    if out is not None:
        check_new(out)  # now: counting the cells takes a while
    campaign = read_campaign(path)
    cells = show_planning(campaign, line.command).cells
    repeat = f"{line.command} {path} --shards {line.values['shards']} --for {line.values['system']}"
    rosetta = (sys.executable, "-m", "rosetta")
    script = shard_script(
        path, cells, line.values["shards"], store, rosetta, _packages_folder(), repeat, campaign.prove
    )
    text = SCRIPTS[line.values["system"]](script).replace("SCRIPT", out or "script.sh")
    if out is None:
        print(text, end="")
    else:
        save_new(out, lambda file: file.writelines([text.encode()]))
        print(f"{out}: {len(cells):,} cells in {line.values['shards']} shards", file=sys.stderr)
    return DONE


def _packages_folder() -> Path | None:
    """Where Python must look for this program; None where it is installed."""
    folder = Path(__file__).resolve().parents[3]
    return None if folder.name in ("site-packages", "dist-packages") else folder
