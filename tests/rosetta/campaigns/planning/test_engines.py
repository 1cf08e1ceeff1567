"""Engines are probed together, and each is told as if it were alone."""

from __future__ import annotations

import os

import pytest

from backends.contract import Options
from backends.registry import modules, split_name
from backends.running import supervisor, worker
from rosetta.campaigns.planning.engines import probe_engines
from rosetta.foundation.errors import InputError


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_versions_are_those_of_each_backend_alone():
    engines = probe_engines(dict.fromkeys(modules(), False), lambda *_: None)
    alone = {name: supervisor.probe(*split_name(name, Options())) for name in modules()}
    assert engines.versions == {name: version for name, (reason, version) in alone.items() if reason is None}
    assert engines.absent == {name: reason for name, (reason, _) in alone.items() if reason is not None}


def test_an_absent_one_is_left_out_or_refused():
    """Left out if nobody named it."""
    name = "external:no-such-program"
    engines = probe_engines({name: False, "cnf": True, "polynomial": True}, lambda *_: None)
    assert set(engines.versions) == {"cnf", "polynomial"}
    assert "no program 'no-such-program'" in engines.absent[name]
    with pytest.raises(InputError, match="external:no-such-program: not installed"):
        probe_engines({name: True}, lambda *_: None)


def test_one_that_kills_its_process_does_not_hide_the_others(monkeypatch):
    """Those after it are probed by themselves."""
    probe = worker.send_probe
    monkeypatch.setattr(
        worker,
        "send_probe",
        lambda send, name, options: os._exit(3) if name == "minicard" else probe(send, name, options),
    )
    engines = probe_engines(dict.fromkeys(("cnf", "minicard", "maxsat"), False), lambda *_: None)
    assert set(engines.versions) == {"cnf", "maxsat"}
    assert "minicard" in engines.absent
