"""Scripts that run a campaign in shards, under a scheduler of a cluster or without one. Plain text: nothing is started.

Every task runs one shard into a store of its own, so tasks share no file and may run on any machines that see the same
folder. At the end their stores are merged.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rosetta.campaigns.planning.cells import Cell
from rosetta.campaigns.planning.shards import Shard

SPARE = 1.25  # of the time and the memory that the limits allow: what surrounds a solve
START_SECONDS = 600  # for a task to plan, and for solvers to be loaded and compiled
BASE_MEGABYTES = 1000  # for what runs the solvers
MOST_TASKS = 1000  # of an array, where a Slurm was not told otherwise


@dataclass(frozen=True, slots=True)
class ShardScript:
    """What a script is to run. campaign: its file; count: of shards; store: of the whole; rosetta: the words that start
    this program; packages: a folder that Python must look in for it, None if it is installed; repeat: the command
    that writes the script."""

    campaign: Path
    count: int
    store: Path
    rosetta: tuple[str, ...]
    packages: Path | None
    repeat: str
    cells: int
    seconds: float
    threads: int
    megabytes: int

    @property
    def name(self) -> str:
        return self.store.stem


def shard_script(
    campaign: Path, cells: Sequence[Cell], count: int, store: Path, rosetta: Sequence[str], packages: Path | None,
    repeat: str, prove: bool = False,
) -> ShardScript:  # fmt: skip
    """The script for these cells. Its limits are those of its largest shard, if no cell, and with `prove` no proof,
    ends before its limit."""
    shards = [Shard(number, count) for number in range(1, count + 1)]
    seconds = max(_shard_seconds([cell for cell in cells if shard.holds(cell)], prove) for shard in shards)
    return ShardScript(
        campaign, count, store, tuple(rosetta), packages, repeat, len(cells), SPARE * seconds + START_SECONDS,
        max((cell.threads for cell in cells), default=1),
        math.ceil(SPARE * max((cell.memory for cell in cells), default=0)) + BASE_MEGABYTES,
    )  # fmt: skip


def _shard_seconds(cells: Sequence[Cell], prove: bool) -> float:
    """Of the cells, and of the proofs: a board has none better, or no solution, and where that is asked no other."""
    claims = {(cell.instance.hash, asked): cell.seconds for cell in cells for asked in {False, cell.unique}}
    return sum(cell.seconds for cell in cells) + (sum(claims.values()) if prove else 0.0)


def slurm_script(script: ShardScript) -> str:
    """For `sbatch`: an array of tasks."""
    large = f" (more than {MOST_TASKS}: `scontrol show config | grep MaxArraySize` must say so)"
    directives = f"""\
# Two tasks on one node must not share cores: that needs a Slurm that binds tasks to cores (TaskPlugin with
# task/affinity or task/cgroup), or nodes of their own: add --exclusive. A ranking needs nodes of one kind: add
# --constraint or --partition; the report says which machines the rows are from.
#
#SBATCH --job-name={script.name}
#SBATCH --array=1-{script.count}{large if script.count > MOST_TASKS else ""}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={script.threads}
#SBATCH --mem={script.megabytes}M
#SBATCH --time={_clock(script.seconds)}
#SBATCH --output={script.name}-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue"""
    heading = _heading(script, "Slurm", "sbatch SCRIPT", "sbatch --array=2 SCRIPT", "bash SCRIPT merge")
    return _array_script(script, heading, directives, "SLURM_SUBMIT_DIR", "SLURM_ARRAY_TASK_ID")


def pbs_script(script: ShardScript) -> str:
    """For `qsub`: an array of jobs, as PBS Professional and OpenPBS know it."""
    directives = f"""\
#PBS -N {script.name}
#PBS -J 1-{script.count}
#PBS -l select=1:ncpus={script.threads}:mem={script.megabytes}mb
#PBS -l walltime={_clock(script.seconds, days=False)}
#PBS -j oe
#PBS -r y"""
    heading = _heading(script, "PBS", "qsub SCRIPT", "qsub -J 2-3 SCRIPT", "bash SCRIPT merge")
    return _array_script(script, heading, directives, "PBS_O_WORKDIR", "PBS_ARRAY_INDEX")


def _array_script(script: ShardScript, heading: str, directives: str, folder: str, number: str) -> str:
    """A script of which a scheduler starts one task per shard. folder, number: the variables in which it says where it
    was submitted, and which task this is."""
    return f"""#!/bin/bash
{heading}
{directives}
set -eu
cd "${{{folder}:-.}}"

{_functions(script)}

if [ "${{1:-}}" = merge ]; then
    merge_shards
else
    run_shard "${number}"
fi
"""


def shell_script(script: ShardScript) -> str:
    """For any shell: a shard by its number, or all of them one after the other."""
    return f"""#!/bin/sh
{_heading(script, "a shell", "sh SCRIPT", "sh SCRIPT 2", "sh SCRIPT merge")}
# On several machines that see this folder, with GNU parallel:
#   parallel --jobs 1 --sshlogin HOST1,HOST2 --workdir . sh SCRIPT ::: $(seq {script.count}); sh SCRIPT merge
set -eu

{_functions(script)}

case "${{1:-all}}" in
merge)
    merge_shards
    ;;
all)
    for number in $(seq {script.count}); do
        run_shard "$number"
    done
    merge_shards
    ;;
*)
    run_shard "$1"
    ;;
esac
"""


SCRIPTS: dict[str, Callable[[ShardScript], str]] = {"slurm": slurm_script, "pbs": pbs_script, "shell": shell_script}


def _heading(script: ShardScript, system: str, all_of_it: str, single: str, merge: str) -> str:
    width = max(len(all_of_it), len(single), len(merge)) + 3
    return f"""# {script.campaign}, {script.cells:,} cells, in {script.count} shards, for {system}.
# Written by: {script.repeat}
#
#   {all_of_it:<{width}}run all shards, each into a store of its own
#   {single:<{width}}run only these shards; run again to resume: finished cells are kept
#   {merge:<{width}}afterwards: merge their stores into {script.store}
#
# A shard takes at most {_duration(script.seconds)}, if every cell uses its whole limit; usually far less."""


def _functions(script: ShardScript) -> str:
    folder = "" if script.packages is None else shlex.quote(str(script.packages))
    path = folder and f'PYTHONPATH={folder}"${{PYTHONPATH:+:$PYTHONPATH}}" '
    campaign, whole = shlex.quote(str(script.campaign)), shlex.quote(str(script.store))
    before, after = (shlex.quote(part) for part in _store_parts(script))
    return f"""rosetta() {{
    {path}{shlex.join(script.rosetta)} "$@"
}}

run_shard() {{ # exit code 1: an answer is wrong or engines disagree, as the report says; the shard is complete
    number=$(printf %0{len(str(script.count))}d "$1")
    rosetta bench run {campaign} --shard "$1/{script.count}" --store {before}"$number"{after} || [ $? -eq 1 ]
}}

merge_shards() {{
    set -- {before}*{after}
    [ $# -eq {script.count} ] || echo "found only $# of {script.count} shards" >&2
    rosetta bench merge {whole} "$@"
}}"""


def _store_parts(script: ShardScript) -> tuple[str, str]:
    """What stands before and behind the number in the name of a shard's store."""
    first = Shard(1, script.count).store_beside(script.store)
    number = f"{1:0{len(str(script.count))}}of"
    before, _, _ = first.name.rpartition(number)
    return str(first.with_name(before)), f"of{script.count}{script.store.suffix}"


def _clock(seconds: float, days: bool = True) -> str:
    """`1-02:30:00`, or hours beyond 24 where days are not known; whole minutes, rounded up."""
    minutes = math.ceil(seconds / 60)
    hours, minutes = divmod(minutes, 60)
    prefix = ""
    if days and hours >= 24:
        prefix, hours = f"{hours // 24}-", hours % 24
    return f"{prefix}{hours:02}:{minutes:02}:00"


def _duration(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    return f"{minutes} minutes" if minutes < 120 else f"{seconds / 3600:.1f} hours"
