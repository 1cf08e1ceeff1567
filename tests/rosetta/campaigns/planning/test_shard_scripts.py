"""Scripts for schedulers: their syntax, what they ask for, and what they run, seen through a program in our place."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rosetta.campaigns.planning.shard_scripts import SCRIPTS, SPARE, shard_script
from tests.support.pretended_cells import pretended_cell

# takes our place: writes down how it was called, makes the store that it was to make, ends with code 1 for one shard
PRETENDED = """import pathlib, sys
words = sys.argv[1:]
with open("calls", "a") as calls:
    print(*words, file=calls)
if "--store" in words:
    pathlib.Path(words[words.index("--store") + 1]).touch()
sys.exit(("2/3" in words) * int(pathlib.Path("code").read_text()))
"""


def written(system: str, count: int = 3, packages: Path | None = None, **cell) -> str:
    cells = [pretended_cell("sleep 1", number, **cell) for number in range(300)]
    rosetta = (sys.executable, "pretended.py")
    script = shard_script(Path("my campaign.toml"), cells, count, Path("my $campaign.db"), rosetta, packages, "THIS")
    return SCRIPTS[system](script)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pretended.py").write_text(PRETENDED)
    Path("code").write_text("1")
    return tmp_path


def calls() -> list[str]:
    return Path("calls").read_text().splitlines()


RUNS = [f"bench run my campaign.toml --shard {number}/3 --store my $campaign-{number}of3.db" for number in (1, 2, 3)]
MERGE = f"bench merge my $campaign.db {' '.join(f'my $campaign-{number}of3.db' for number in (1, 2, 3))}"


def test_proofs_have_time_of_their_own():
    """Each board is proved once for all of its cells: none better, or no solution; and no other where that is asked."""
    cells = [pretended_cell("sleep 1", number, seconds=7.0) for number in (0, 1)]
    cells += [replace(cell, backend="other") for cell in cells]

    def seconds(cells, prove):
        return shard_script(Path("c.toml"), cells, 1, Path("c.db"), ("rosetta",), None, "", prove).seconds

    asking = [replace(cell, unique=True) for cell in cells]
    assert seconds(cells, True) - seconds(cells, False) == pytest.approx(SPARE * 2 * 7)
    assert seconds(asking, True) - seconds(asking, False) == pytest.approx(SPARE * 4 * 7)


@pytest.mark.parametrize("system", SCRIPTS)
def test_shells_can_read_it(system, folder):
    Path("script").write_text(written(system, packages=Path("/a folder")))
    for shell in ("bash", "sh"):
        subprocess.run([shell, "-n", "script"], check=True)


def test_the_shell_runs_all_shards_and_merges(folder):
    """A shard with a wrong answer (code 1) is done; one that cannot run (code 2) ends the script."""
    Path("script").write_text(written("shell"))
    subprocess.run(["sh", "script"], check=True)
    assert calls() == [*RUNS, MERGE]
    Path("code").write_text("2")
    assert subprocess.run(["sh", "script"]).returncode != 0
    assert calls()[4:] == RUNS[:2]


@pytest.mark.parametrize(
    ("system", "number"), [("slurm", {"SLURM_ARRAY_TASK_ID": "2"}), ("pbs", {"PBS_ARRAY_INDEX": "2"})]
)
def test_a_task_runs_its_shard(system, number, folder, monkeypatch):
    for name, value in number.items():
        monkeypatch.setenv(name, value)
    Path("script").write_text(written(system))
    subprocess.run(["bash", "script"], check=True)
    assert calls() == [RUNS[1]]
    subprocess.run(["bash", "script", "merge"], check=True)
    assert calls()[1:] == ["bench merge my $campaign.db my $campaign-2of3.db"]


def test_missing_shards_are_told(folder):
    Path("script").write_text(written("shell"))
    Path("my $campaign-1of3.db").touch()
    done = subprocess.run(["sh", "script", "merge"], check=True, capture_output=True, text=True)
    assert done.stderr == "found only 1 of 3 shards\n"


@pytest.mark.sample(0.125)
def test_what_is_asked_of_the_scheduler():
    """300 cells of 10 s in 3 shards: about 100 each. A quarter more than the limits, and ten minutes."""
    lines = written("slurm", threads=4).splitlines()
    assert "#SBATCH --array=1-3" in lines
    assert "#SBATCH --cpus-per-task=4" in lines
    assert "#SBATCH --mem=11000M" in lines
    (time,) = (line for line in lines if line.startswith("#SBATCH --time="))
    assert "00:28:00" <= time.removeprefix("#SBATCH --time=") <= "00:40:00"
    assert "#SBATCH --time=4-" in written("slurm", seconds=3000.0)
    assert "#PBS -l walltime=1" in written("pbs", seconds=3000.0)
    assert "MaxArraySize" in written("slurm", count=1001)
    assert "MaxArraySize" not in written("slurm", count=1000)
