"""`bench tune --write`: the table is changed by a campaign, whole or not at all, and it is said how."""

from __future__ import annotations

import numpy as np
import pytest

from backends.profile_table import COLUMNS, read_table
from rosetta.commands.main import run_verb
from tests.support.campaign_rows import campaign_frame

HEADER = "\t".join(COLUMNS)
TENTS = "profile\tcnf\ttents\t1\t9000\tsolver=minisat22\t1.30\t1.40"
OTHER = "profile\tcpsat\ttents\t10\t2000\tlinearization_level=0\t1.30\t1.40"


def export(path, gain: float) -> str:
    """A CSV of made-up rows of `cnf` with its own solver and with MiniSat, which is `gain` times as fast."""
    frame = campaign_frame(seeds=1, wrong=False)
    own = frame[(frame["engine"] == "cadical195") & (frame["encoding"] == "at-most-one=ladder")]
    own = own.assign(backend="cnf", encoding="auto", configuration="cnf", limit_s=1000.0, result="solved")
    random = np.random.default_rng(0)
    times = own["total_s"] / gain * np.exp(random.normal(0, 0.1, len(own)))
    other = own.assign(
        cell=own["cell"].str[::-1], total_s=times, configuration="cnf, solver=minisat22", settings="solver=minisat22"
    )
    name = str(path / f"gain-{gain}.csv")
    own.merge(other, how="outer").to_csv(name, index=False)
    return name  # fmt: skip


def tune(capsys, *words: str) -> tuple[int, str, str]:
    code = run_verb("bench", ["tune", *words])
    told = capsys.readouterr()
    return code, " ".join(told.out.split()), told.err


def test_a_gain_is_written_and_a_loss_removes_it(tmp_path, capsys):
    """The lines and comments that it does not speak of stay."""
    table = tmp_path / "profiles.tsv"
    table.write_text(f"# by whom\n{HEADER}\n{TENTS}\n# on CP-SAT\n{OTHER}\n")
    code, out, _ = tune(capsys, "--store", export(tmp_path, 3.0), "--write", str(table))
    assert code == 0
    written = table.read_text()
    lines = {(line.backend, line.puzzle, line.smallest): line for line in read_table(written)}
    assert {("cnf", "akari"), ("cnf", "tents"), ("cpsat", "tents")} == {key[:2] for key in lines}
    assert OTHER in written.splitlines()
    assert "# on CP-SAT" in written.splitlines()
    assert TENTS not in written.splitlines()  # its parameters hold on, by classes of sizes and with a new gain
    assert "removed profile cnf tents, 1..9000 cells: solver=minisat22 (1.40 times as fast)" in out
    assert "new profile cnf akari, 48..191 cells: solver=minisat22" in out
    assert written.count("\n# measured\tprofile\tcnf\takari\t-\t") == 4  # classes of sizes
    _, out, _ = tune(capsys, "--store", export(tmp_path, 0.5), "--write", str(table))
    left = {(line.backend, line.puzzle, line.smallest) for line in read_table(table.read_text())}
    assert ("cpsat", "tents", 10) in left
    assert not [key for key in left if key[:2] == ("cnf", "akari")]
    assert "removed profile cnf akari, 48..191 cells" in out


def test_without_write_nothing_is_written(tmp_path, capsys):
    store = export(tmp_path, 3.0)
    code, out, _ = tune(capsys, "--store", store)
    assert code == 0
    assert "solver=minisat22" in out
    assert "new profile" not in out
    assert [path.name for path in tmp_path.iterdir()] == ["gain-3.0.csv"]


def test_a_new_table_is_made_and_the_same_campaign_again_changes_nothing(tmp_path, capsys):
    store, table = export(tmp_path, 3.0), tmp_path / "new.tsv"
    tune(capsys, "--store", store, "--write", str(table))
    first = table.read_text()
    assert {line.puzzle for line in read_table(first)} == {"akari", "tents"}
    _, out, _ = tune(capsys, "--store", store, "--write", str(table))
    assert table.read_text() == first
    assert "the lines stay" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a page\n", "line 1: expected the columns choice, backend, puzzle"),
        (f"{HEADER}\n{TENTS}\n{TENTS}\n", "line 3: profile of cnf on tents for 1..9000 cells overlaps line 2"),
        (b"\xff\xfe", "expected a table of tuned choices, found no text"),
    ],
)
def test_what_is_no_table_stays_as_it_is(tmp_path, capsys, text, message):
    """One message and exit code 2, before any work is done."""
    table = tmp_path / "mine.tsv"
    content = text if isinstance(text, bytes) else text.encode()
    table.write_bytes(content)
    code, out, err = tune(capsys, "--store", str(tmp_path / "none.csv"), "--write", str(table))
    assert (code, out, table.read_bytes()) == (2, "", content)
    assert message in err
    assert str(table) in err


def test_a_folder_is_no_table(tmp_path, capsys):
    code, _, err = tune(capsys, "--store", export(tmp_path, 3.0), "--write", str(tmp_path))
    assert code == 2
    assert "expected the name of a file" in err
