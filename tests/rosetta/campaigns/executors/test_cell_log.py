"""The log of a cell: the steps of all its processes, and nothing heard elsewhere."""

from __future__ import annotations

import logging
import os
from types import SimpleNamespace

from rosetta.campaigns.executors import cell_log
from rosetta.campaigns.executors.cell_log import LONGEST_LOG, record_steps
from rosetta.campaigns.executors.local import LocalExecutor
from tests.rosetta.campaigns.executors.test_local import run_all, small_cells

LOG = logging.getLogger("rosetta")


def test_a_row_has_the_steps_of_its_run():
    """Those of the child process too, each on its line; those of each process in order of time."""
    cells = [cell for cell in small_cells() if cell.backend == "cnf"]
    rows = run_all(LocalExecutor([(0,)], "host"), cells).values()
    assert len(rows) == 2
    for row in rows:
        steps = [line.partition("] ")[2].strip() for line in row["log"].splitlines()]
        assert steps[0].startswith("formulation default: the model is written")
        assert steps.index("lowering") < steps.index("solving") < steps.index("decoding")
        assert steps[-1].startswith(f"cnf: {row['status']}; ")
        assert sum("is started to solve" in step for step in steps) == 1
        moments = [line[1:].partition(" s] ") for line in row["log"].splitlines()]
        for process in (True, False):  # a child indents its steps
            times = [float(seconds) for seconds, _, step in moments if step.startswith(" ") is process]
            assert len(times) >= 3
            assert times == sorted(times)


def test_a_step_is_told_by_the_seconds_since_the_start(monkeypatch):
    """Rounded; and never less than none, if the clock is set back meanwhile."""
    monkeypatch.setattr(cell_log, "time", SimpleNamespace(time=lambda: 1000.0))
    with record_steps() as read_log:
        for moment in (1000.25, 1061.0006, 990.0):
            LOG.handle(
                logging.makeLogRecord({"name": LOG.name, "levelno": logging.INFO, "msg": "step", "created": moment})
            )
        assert read_log() == "[0.250 s] step\n[61.001 s] step\n[0.000 s] step\n"


def test_children_and_parent_write_into_one_log():
    with record_steps() as read_log:
        LOG.info("before %d", 1)
        if (child := os.fork()) == 0:
            LOG.info("of the child,\nin two lines")
            os._exit(0)
        os.waitpid(child, 0)
        LOG.info("after")
        lines = [line.partition("] ")[2] for line in read_log().splitlines()]
    assert lines == ["before 1", "of the child, in two lines", "after"]


def test_nobody_else_hears_steps_that_nobody_listens_to(capsys, monkeypatch):
    """A handler of the user hears warnings, as before; of steps only where it asked for them."""
    heard = []
    listener = logging.Handler()
    listener.emit = lambda record: heard.append(record.getMessage())
    monkeypatch.setattr(LOG, "handlers", [listener])
    for level, words in ((logging.WARNING, []), (logging.INFO, ["step"])):
        LOG.setLevel(level)
        with record_steps() as read_log:
            LOG.info("step")
            assert "step" in read_log()
        assert heard == words
        assert (LOG.level, LOG.handlers, LOG.propagate) == (level, [listener], True)
    LOG.setLevel(logging.NOTSET)
    assert capsys.readouterr() == ("", "")


def test_a_log_is_never_longer_than_it_may_be():
    with record_steps() as read_log:
        for number in range(1000):
            LOG.info("step %d", number)
        assert len(read_log().encode()) == LONGEST_LOG
        assert "step 100\n" in read_log()
