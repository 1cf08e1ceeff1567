"""Cores are divided into slots: cores before their siblings, within the affinity and the quota."""

from __future__ import annotations

import os

import pytest

from backends.running import cores


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Four cores with two threads each: 0 and 4, 1 and 5, ..; processor 3 may not be used."""
    for cpu in range(8):
        folder = tmp_path / "cpu" / f"cpu{cpu}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{cpu % 4},{cpu % 4 + 4}\n")
    group = tmp_path / "groups"
    group.mkdir()
    monkeypatch.setattr(cores, "CPU", tmp_path / "cpu")
    monkeypatch.setattr(cores, "GROUPS", group)
    monkeypatch.setattr(cores, "_group_folders", lambda: [group])
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1, 2, 4, 5, 6, 7}, raising=False)
    return group


def test_cores_come_before_their_siblings(machine):
    assert cores.usable_cores() == [0, 1, 2, 7, 4, 5, 6]  # 7 is the only one of its core
    assert cores.core_slots() == [(0,), (1,), (2,), (7,), (4,), (5,), (6,)]
    assert cores.core_slots(2) == [(0, 1), (2, 7), (4, 5)]
    assert cores.core_slots(100) == [(0, 1, 2, 7, 4, 5, 6)]


@pytest.mark.parametrize(
    ("files", "slots"),
    [
        ({"cpu.max": "250000 100000\n"}, 2),
        ({"cpu.max": "max 100000\n"}, 7),
        ({"cpu.max": "50000 100000\n"}, 1),
        ({"cpu.cfs_quota_us": "300000\n", "cpu.cfs_period_us": "100000\n"}, 3),
        ({"cpu.cfs_quota_us": "-1\n", "cpu.cfs_period_us": "100000\n"}, 7),
    ],
)
def test_a_quota_limits_the_slots(machine, files, slots):
    for name, text in files.items():
        (machine / name).write_text(text)
    assert len(cores.core_slots()) == slots


def test_slots_of_this_machine_can_be_used():
    for slot in cores.core_slots():
        assert set(slot) <= os.sched_getaffinity(0)
