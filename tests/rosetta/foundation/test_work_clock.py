"""The clock of limits stands still while loops are compiled; and nobody takes times by another one."""

from __future__ import annotations

import ast
import os

import pytest

from docs.floors import ROOT, files
from rosetta.foundation import jit, work_clock
from rosetta.foundation.work_clock import held_seconds, hold_clock, release_clock, work_cpu_seconds, work_seconds
from tests.support.fake_compiler import clock, stand_still

__all__ = ["clock"]
on_a_still_clock = pytest.mark.parametrize("clock", [stand_still], indirect=True, ids=[""])
# What other clocks are for: waiting for processes, moments that two processes compare, lines on a terminal, dates.
OTHER_CLOCKS = {
    "rosetta.foundation.work_clock",
    "backends.running.channel",
    "backends.running.guard",
    "backends.running.processes",
    "backends.running.run_account",
    "backends.calling.subprograms",
    "backends.running.supervisor",
    "backends.running.warm",
    "report.campaign.progress",
    "report.progress",
    "report.step_log",
    "rosetta.campaigns.executors.cell_log",
    "rosetta.campaigns.executors.dask",
    "rosetta.campaigns.executors.local",
    "rosetta.campaigns.running.tally",
    "rosetta.campaigns.store.store",
}
CLOCKS = {"monotonic", "perf_counter", "time", "monotonic_ns", "perf_counter_ns", "time_ns"}


@pytest.mark.sample(0.125)
def test_no_limit_and_no_time_goes_by_another_clock():
    """A deadline by time.monotonic is hit by the compiler at first use, on a slow machine alone."""
    using = set()
    for module, path in files().items():
        names = {
            node.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time"
        }
        outside = path.relative_to(ROOT).parts[0] in ("tests", "benchmarks", "docs")
        if names & CLOCKS and not outside:
            using.add(module)
    assert using == OTHER_CLOCKS


@on_a_still_clock
def test_it_stands_still_while_it_is_held(clock):
    start = work_seconds()
    clock.push(10)
    hold_clock()
    clock.push(1000)
    held = work_seconds()
    clock.push(1000)
    assert work_seconds() == held
    assert held - start == 10
    release_clock()
    clock.push(10)
    assert work_seconds() - held == 10


@on_a_still_clock
def test_it_goes_on_when_the_last_one_lets_it(clock):
    before = held_seconds()
    for change in (hold_clock, hold_clock, release_clock):
        change()
        clock.push(1000)
    assert held_seconds() - before == 3000
    release_clock()
    clock.push(1000)
    assert held_seconds() - before == 3000


@on_a_still_clock
def test_moments_of_another_process_count_as_it_tells_them(clock):
    """They are read a little later, under load much later."""
    before, begun = held_seconds(), clock.monotonic()
    clock.push(500)
    hold_clock(begun)
    release_clock(begun + 100)
    assert held_seconds() - before == 100


@on_a_still_clock
def test_a_fork_has_a_clock_that_goes(clock):
    """It is made while another thread compiles."""
    hold_clock()
    pid = os.fork()
    if pid == 0:
        start = work_seconds()
        clock.push(1000)
        os._exit(0 if work_seconds() - start >= 1000 else 1)
    _, status = os.waitpid(pid, 0)
    release_clock()
    assert status == 0


@on_a_still_clock
def test_the_compiler_holds_it_once_for_loops_within_loops(clock):
    before = held_seconds()
    jit.begin_compiling("outer")
    clock.push(100)
    clock.compile_loop(100)
    clock.push(100)
    jit.end_compiling()
    clock.push(100)
    assert held_seconds() - before == 300


def test_what_the_compiler_uses_of_the_processor_is_left_out(clock, monkeypatch):
    used = [5.0]
    monkeypatch.setattr(jit.time, "thread_time", lambda: used[0])
    before, compiler = work_cpu_seconds(), work_clock.compiler_cpu_seconds()
    jit.begin_compiling("visit")
    used[0] += 1000.0
    jit.end_compiling()
    assert work_clock.compiler_cpu_seconds() - compiler == pytest.approx(1000.0)
    assert work_cpu_seconds() < before


@on_a_still_clock
def test_an_interrupt_in_the_watch_does_not_hold_it_for_ever(clock):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    jit.watch_compiler(interrupt)
    with pytest.raises(KeyboardInterrupt):
        jit.begin_compiling("visit")
    start = work_seconds()
    clock.push(1000)
    assert work_seconds() - start >= 1000
