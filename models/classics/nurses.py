"""Nurse rostering: shifts for a week, and no nurse works more than three in a row, or by day after a night."""

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer

DAYS, OFF, DAY, NIGHT = 7, 0, 1, 2
TIRED = 3  # shifts in a row; a state of the automaton is how many there were, and 4 more after a night
REST = {(state, OFF): 0 for state in range(8)}
WORK_BY_DAY = {(shifts, DAY): shifts + 1 for shifts in range(TIRED)}
WORK_AT_NIGHT = {(shifts + 4 * late, NIGHT): shifts + 5 for shifts in range(TIRED) for late in (0, 1)}


def model(n: int) -> Model:
    """n nurses, half of whom work by day, and a quarter at night."""
    m = Model("nurses")
    shift = m.choices("shift", (n, DAYS), (OFF, DAY, NIGHT))
    m.count("half of the nurses work by day", shift.T, DAY, n // 2)
    m.count("a quarter of the nurses work at night", shift.T, NIGHT, n // 4)
    week = {**REST, **WORK_BY_DAY, **WORK_AT_NIGHT}
    m.regular("a nurse rests after three shifts, and before a day shift after a night", shift, week, 0, range(8))
    return m


CLASSIC = Classic(
    title="Nurse rostering",
    summary="shifts for a week in which nobody works too much",
    model=model,
    size="the number of nurses",
    usual=4,
    most=300,
    known=(KnownAnswer(2, "twice the 44 ways to cut a week into turns of one to three days", solutions=88),),
)
