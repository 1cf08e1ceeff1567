"""When a run is stopped, to the thousandth of a second: by a clock that goes only while the supervisor waits."""

from __future__ import annotations

import pytest

from backends.contract import STEPS, Limits
from backends.running import supervisor
from backends.running.channel import Stop
from backends.running.run_account import GRACE, RunAccount
from rosetta.foundation.vocabulary import Ending
from tests.support.clocks import READY, READY_TO_HAND_IN, ScriptedChild

LIMIT = Limits(seconds=0.5, memory=400)
GUARD = 1 << 30  # the number of no process


@pytest.fixture
def listen(monkeypatch):
    """What the supervisor hands on of what a child says, when the last of it came, and what it told its progress."""
    megabytes = [100.0]

    def follow(child, account=None, limits=LIMIT):
        child.take_place(monkeypatch)
        monkeypatch.setattr(supervisor, "guarded_family", lambda guard: {GUARD: megabytes[0]})
        heard, told = [], []

        def progress(*said):
            told.append(said)
            if callable(follow.at_progress):
                follow.at_progress(child)

        account = account or RunAccount()
        for message in supervisor._listen(GUARD, child, limits, progress, account):
            heard.append(message)
        return heard, child.now - 5000.0, told

    follow.at_progress, follow.megabytes = None, megabytes
    return follow


def account_at(step: str) -> RunAccount:
    """Of a run that is at this step."""
    account = RunAccount()
    account.book.switch_step(STEPS.index(step) + 1)
    return account


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("ready", [READY, READY_TO_HAND_IN], ids=["uninterruptible", "interruptible"])
def test_a_child_is_stopped_at_its_limit_at_once(ready, step, listen):
    """Or GRACE later, where it may hand in something: not while it lowers or loads. The time to start does not count,
    and is told."""
    account = account_at(step)
    heard, end, _ = listen(ScriptedChild((3.0, "ready", ready)), account)
    assert heard == [("ready", ready), ("stopped", Stop("time limit of 0.5 s", Ending.TIME))]
    grace = GRACE if ready is READY_TO_HAND_IN and step in ("solve", "decode") else 0.0
    assert end == pytest.approx(3.5 + grace, abs=0.002)
    assert account.startup == pytest.approx(3.0)
    assert account.ready == pytest.approx(5003.0)


@pytest.mark.parametrize(
    ("ready", "sent", "arriving", "heard"),
    [
        (READY, 3.49, 0.0, True),
        (READY, 3.51, 0.0, False),
        (READY, 3.49, GRACE - 0.01, True),  # it was on its way when the limit came
        (READY, 3.49, GRACE + 0.1, False),
        (READY_TO_HAND_IN, 3.5 + GRACE - 0.01, 0.0, True),
        (READY_TO_HAND_IN, 3.5 + GRACE + 0.01, 0.0, False),
    ],
)
def test_an_answer_counts_if_it_was_handed_in_by_then(ready, sent, arriving, heard, listen):
    child = ScriptedChild((3.0, "ready", ready))
    child.send(sent, "end", True, arriving)
    child.send(sent, "eof", None, arriving)
    followed = listen(child, account_at("solve"))[0]
    assert followed[1] == (("end", True) if heard else ("stopped", Stop("time limit of 0.5 s", Ending.TIME)))


def test_a_child_that_never_stops_talking_is_stopped_too(listen):
    """The clock is looked at between messages."""
    child = ScriptedChild((0.0, "ready", READY), *((number / 1000, "found", number) for number in range(1, 5000)))
    heard, end, _ = listen(child)
    assert heard[-1] == ("stopped", Stop("time limit of 0.5 s", Ending.TIME))
    assert end == pytest.approx(0.5, abs=0.002)


def test_a_child_that_is_never_ready_is_stopped_after_the_time_to_load(listen):
    """That is not the limit of a solve, which was not begun."""
    account = RunAccount()
    heard, end, _ = listen(ScriptedChild(), account)
    assert heard == [("stopped", Stop("not ready after 300 s: loading the solver took longer", Ending.TIME))]
    assert end == pytest.approx(300.0, abs=0.002)
    assert account.ready == 0.0


def test_several_answers_have_one_limit_together(listen):
    """Of ten that take 0.4 s each one is there after 0.5 s; each "ready" restarts the clock."""
    answers = [(0.4 * number, "counted", 1) for number in range(1, 11)]
    heard, end, _ = listen(ScriptedChild((0.0, "ready", READY), *answers))
    assert [kind for kind, _ in heard] == ["ready", "counted", "stopped"]
    again = [(0.4 * number + 0.01, "ready", READY) for number in range(1, 11)]
    heard, end, _ = listen(ScriptedChild((0.0, "ready", READY), *sorted(answers + again)))
    assert [kind for kind, _ in heard].count("counted") == 10
    assert end == pytest.approx(4.51, abs=0.002)


def test_progress_is_told_twenty_times_a_second_with_the_seconds_since_the_start(listen):
    """Of loading at first, then of the run; a phrase holds until the next one or until the child is ready."""
    said = [(0.1, "progress", "loading"), (1.0, "ready", READY), (1.1, "progress", "a"), (1.3, "progress", "b")]
    _, _, told = listen(ScriptedChild(*said))
    assert {limit for *_, limit in told} == {0.5}
    assert list(dict.fromkeys(phrase for phrase, *_ in told)) == ["", "loading", "a", "b"]
    ready = next(at for at, (phrase, *_) in enumerate(told) if at and (phrase, told[at - 1][0]) == ("", "loading"))
    for part, seconds in ((told[:ready], 1.0), (told[ready:], 0.5)):
        moments = [moment for _, moment, _ in part]
        assert moments == sorted(moments)
        assert len(part) == pytest.approx(seconds / 0.05, abs=4)
        assert moments[-1] == pytest.approx(seconds, abs=0.06)
    assert told[ready][1] == 0.0


def test_memory_is_looked_at_four_times_a_second(listen):
    """Above the limit the child is stopped within that time; the largest that was seen is told."""

    def eat(child):
        listen.megabytes[0] = 401.0 if child.now > 5002.0 else 400.0

    listen.at_progress = eat
    account = RunAccount()
    heard, end, _ = listen(ScriptedChild((0.0, "ready", READY)), account, Limits(seconds=60.0, memory=400))
    assert heard[-1] == ("stopped", Stop("memory limit of 400 MB", Ending.MEMORY))
    assert 2.0 < end < 2.0 + supervisor.MEMORY_CHECK_SECONDS + 0.1
    assert account.use.peak == 401.0


def test_a_child_that_ends_without_an_answer_has_died(listen):
    """By its own doing: no limit is told."""
    ((kind, why),) = listen(ScriptedChild((0.1, "eof", None)))[0]
    assert (kind, why) == ("died", "ended without an answer")
