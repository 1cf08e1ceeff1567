"""Processes that do the work of a server: one request each, in order, killed with all that they started."""

from __future__ import annotations

import asyncio
import os

import pytest

from rosetta.serving.worker_pool import PoolBusy, PoolError, PoolFault, PoolTimeout, WorkerPool
from tests.support.patience import PATIENCE

WORK = "tests.rosetta.serving.works:do_work"


def with_pool(scenario, **options):
    """Run a scenario with a pool, which is closed at the end."""

    async def run():
        pool = WorkerPool(**{"size": 2, "most_waiting": 10, "work": WORK, **options})
        try:
            async with asyncio.timeout(PATIENCE):
                return await scenario(pool)
        finally:
            pool.close()

    return asyncio.run(run())


async def wait_until(is_so):
    while not is_so():
        await asyncio.sleep(0.02)


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_request_is_answered_and_its_events_come_in_order():
    async def scenario(pool):
        events = []
        reply = await pool.run({"name": "tell", "times": 100}, events.append)
        return reply, events

    reply, events = with_pool(scenario)
    assert reply == ("told", False)
    assert events == [{"kind": "started"}, *({"kind": "note", "text": str(number)} for number in range(100))]


def test_a_process_that_has_replied_takes_the_next_request():
    async def scenario(pool):
        return {(await pool.run({"name": "who"}, lambda event: None))[0] for _ in range(5)}

    assert len(with_pool(scenario)) <= 2


def test_who_waits_is_told_each_place_and_served_in_order():
    async def scenario(pool):
        heard = {number: [] for number in range(5)}
        served = []

        async def ask(number):
            await pool.run({"name": "say", "text": ""}, heard[number].append)
            served.append(number)

        await asyncio.gather(*map(ask, heard))
        return heard, served

    heard, served = with_pool(scenario, size=1)
    places = {
        number: [event["place"] for event in events if event["kind"] == "queued"] for number, events in heard.items()
    }
    assert places == {0: [], 1: [1], 2: [2, 1], 3: [3, 2, 1], 4: [4, 3, 2, 1]}
    assert served == [0, 1, 2, 3, 4]


def test_too_many_are_refused_at_once():
    async def scenario(pool):
        asked = [asyncio.create_task(pool.run({"name": "wait"}, lambda event: None)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(PoolBusy, match="1 are at work and 1 wait"):
            await pool.run({"name": "say", "text": ""}, lambda event: None)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        return await pool.run({"name": "say", "text": "again"}, lambda event: None)

    assert with_pool(scenario, size=1, most_waiting=1) == ("again", False)


@pytest.mark.parametrize("ending", ["cancelled", "closed"])
def test_what_a_process_started_ends_with_it(ending):
    """A program in a session of its own, too."""

    async def scenario(pool):
        numbers = []
        task = asyncio.create_task(pool.run({"name": "wait"}, lambda event: _note_number(numbers, event)))
        await wait_until(lambda: numbers)
        assert lives(numbers[0])
        if ending == "cancelled":
            task.cancel()
        else:
            pool.close()
        await asyncio.wait({task})
        await wait_until(lambda: not lives(numbers[0]))
        return task

    task = with_pool(scenario)
    assert task.cancelled() == (ending == "cancelled")
    assert task.cancelled() or isinstance(task.exception(), PoolError)


def test_what_a_process_started_ends_at_the_limit():
    """The first limit, of longer and longer ones, in which it starts anything."""

    async def scenario(pool):
        numbers = []
        with pytest.raises(PoolTimeout):
            await pool.run({"name": "wait"}, lambda event: _note_number(numbers, event))
        await wait_until(lambda: not any(map(lives, numbers)))
        return numbers

    assert any(with_pool(scenario, seconds=seconds) for seconds in (1, 4, 16, 64))


def _note_number(numbers, event):
    if event["kind"] == "note":
        numbers.append(int(event["text"]))


def test_who_goes_away_while_waiting_makes_room():
    async def scenario(pool):
        heard = []
        first = asyncio.create_task(pool.run({"name": "wait"}, lambda event: None))
        await asyncio.sleep(0)
        second = asyncio.create_task(pool.run({"name": "say", "text": ""}, lambda event: None))
        await asyncio.sleep(0)
        third = asyncio.create_task(pool.run({"name": "say", "text": "third"}, heard.append))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.wait({second})
        assert [event["place"] for event in heard] == [2, 1]
        first.cancel()
        return await third

    assert with_pool(scenario, size=1) == ("third", False)


def test_a_fault_and_a_death_are_told_and_the_pool_goes_on():
    async def scenario(pool):
        for name, told in (("fail", "ZeroDivisionError"), ("die", "SIGKILL")):
            with pytest.raises(PoolFault, match=told):
                await pool.run({"name": name}, lambda event: None)
        return await pool.run({"name": "say", "text": "on"}, lambda event: None)

    assert with_pool(scenario, size=1) == ("on", False)


def test_a_closed_pool_answers_nobody():
    async def scenario(pool):
        asked = [asyncio.create_task(pool.run({"name": "wait"}, lambda event: None)) for _ in range(4)]
        await asyncio.sleep(0.5)
        pool.close()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(each, PoolError) for each in results)
        with pytest.raises(PoolError):
            await pool.run({"name": "say", "text": ""}, lambda event: None)
        return os.getpid()

    assert with_pool(scenario)
