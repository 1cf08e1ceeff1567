"""A timetable of lessons, each of a class and a teacher, in as few periods as possible (Gotlieb 1962)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream


def model(n: int, stream: Stream) -> Model:
    """n classes and n teachers, who meet for none to two lessons each."""
    m = Model("timetable")
    lessons = np.array([[stream.number_below(3) for _ in range(n)] for _ in range(n)])  # of each class, by teacher
    periods = int(max(lessons.sum(axis=0).max(), lessons.sum(axis=1).max())) + 1
    teacher, used = m.choices("teacher", (n, periods), range(n + 1)), m.bools("used", periods)  # 0: no lesson
    for t in range(n):
        m.exactly(lessons[:, t], f"each class has its lessons with teacher {t + 1}", teacher.is_(t + 1))
    m.all_different("no teacher is in two classes at a time", teacher.T, excluding=0)
    m.iff("a period is used if a class has a lesson", used, -teacher.is_(0).T)
    m.any("periods are used in their order", np.stack([used[:-1], -used[1:]], axis=1))
    m.minimize("the number of periods", used)
    return m


CLASSIC = Classic(
    title="Timetable",
    summary="lessons of classes and teachers in few periods",
    model=model,
    size="the number of classes and of teachers",
    usual=4,
    most=60,
    is_random=True,
    known=(KnownAnswer(4, "König 1916: as many as the busiest of all has lessons", optimum=6),),
)
