"""Sample comparisons, one for each possible outcome."""

from __future__ import annotations

from typing import Any

from report.comparison.records import STEPS, Claims, Comparison, DrawnBoard, Run
from rosetta.foundation.vocabulary import Ending

NASTY = 'said <b>"5 < 6 & 7"</b>\x1b[31m\n</script><script>alert(1)</script>\x00 naïve 漢字'


def seconds(*values: float) -> dict[str, float]:
    """The six steps, in their order."""
    return dict(zip(STEPS, values, strict=True))


def svg(label: str) -> str:
    """A stand-in for the drawing of a puzzle."""
    cells = "".join(
        f'<rect x="{10 * c}" y="{10 * r}" width="10" height="10" fill="{"#d8efd8" if (r + c) % 2 else "#fff"}" '
        'stroke="#777" stroke-width="0.4"/>'
        for r in range(6)
        for c in range(6)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 62 62" role="img" aria-label="{label}">{cells}'
        f'<text x="30" y="33" font-size="8" text-anchor="middle">{label}</text></svg>'
    )


def board(title: str, label: str) -> DrawnBoard:
    """A small drawn board, ASCII in plain text, green tents in colour."""
    plain = "\n".join(["  1 0 1 1", "1 T A . .", "0 . . . T", f"2 A . A {label}"])
    return DrawnBoard(title, plain, plain.replace("A", "\x1b[32mA\x1b[0m"), svg(label))


TENTS = {"tents": [[0, 1], [2, 0], [2, 2]]}
OTHER = {"tents": [[0, 1], [2, 0], [2, 3]]}

CPSAT = Run(
    "cpsat", "cp-sat", "9.15", "default", "satisfied", "correct", "verified",
    seconds=seconds(0.0021, 0.0034, 0.0008, 0.0213, 0.0001, 0.0005),
    size={"variables": 1320, "rows": 2841, "literals": 12345}, answer=TENTS, stats={"conflicts": 12},
    claims=Claims("verified"),
    resources={"cpu_seconds": 0.03, "peak_mb": 101.25, "startup_seconds": 0.4},
)  # fmt: skip
CBC = Run(
    "cbc", "CBC", "2.10.3", "default", "satisfied", "correct", "verified",
    seconds=seconds(0.0021, 0.0102, 0.0411, 0.1234, 0.0004, 0.0005),
    size={"variables": 1320, "rows": 2841, "literals": 12345}, answer=TENTS, stats={"nodes": 0}, bound=0.0,
    claims=Claims("verified"),
)  # fmt: skip
CNF = Run(
    "cnf", "cadical195", "1.9.5", "default", "satisfied", "correct", "verified", encoding="auto",
    seconds=seconds(0.0021, 0.0311, 0.0044, 0.0102, 0.0002, 0.0005),
    size={"variables": 8412, "rows": 31804, "literals": 84120}, answer=TENTS, stats={"conflicts": 1421},
    claims=Claims("verified"),
)  # fmt: skip
WRONG = Run(
    "walksat", "walksat", "1", "default", "satisfied", "wrong", None,
    seconds=seconds(0.0021, 0.0311, 0.0, 0.3, 0.0002, 0.0005),
    size={"variables": 8412, "rows": 31804, "literals": 84120}, answer=OTHER,
    broken=("column counts: column 2 has 0 tents, its clue says 1",
            "each tree owns one tent: the tree at 1,1 has none"),
)  # fmt: skip
UNKNOWN = Run(
    "highs", "HiGHS", "1.12", "default", "unknown", seconds=seconds(0.0021, 0.0099, 0.02, 10.0, 0, 0),
    size={"variables": 1320, "rows": 2841, "literals": 12345}, bound=3.0, note="time limit of 10 s",
    ended=Ending.TIME,
)  # fmt: skip
REFUSED = Run(
    "gf2",
    "gf2",
    "1",
    "default",
    "unsupported",
    ended=Ending.REFUSED,
    note="takes parity rows only, not AT_MOST_ONE: 'tents do not touch'",
)
FAILED = Run(
    "maxsat", "RC2", "1.9", "default", "error", ended=Ending.FAILED, note="died with signal 9 (memory limit of 8000 MB)"
)


def no_solution(run: Run, evidence: str | None, verdict: str = "correct") -> Run:
    """The same run, saying that there is no solution."""
    claims = Claims(evidence)
    return changed(run, status="unsatisfiable", verdict=verdict, evidence=evidence, answer=None, claims=claims)


def changed(run: Run, **values: Any) -> Run:
    """The run with other values."""
    return Run(**({name: getattr(run, name) for name in Run.__slots__} | values))


def comparison(verdict: str, *runs: Run, **values: Any) -> Comparison:
    """A comparison of Tents 30x30 over these runs."""
    defaults: dict[str, Any] = {
        "puzzle": "tents", "id": "30x30:aBc_d,1,2,3", "size": (30, 30), "seed": 0, "verdict": verdict, "runs": runs,
        "source": "generated", "command": "python -m models.compare tents 30 --seed 0",
        "boards": (board("instance", "."), board("cpsat, cbc, cnf", "A")),
        "limits": {"seconds": 10, "threads": 1, "memory_mb": 8000}, "machine": "Linux x86_64, 2 cores, Python 3.11",
    }  # fmt: skip
    return Comparison(**(defaults | values))


AGREE = comparison("agree", CPSAT, CBC, CNF, REFUSED)
DISAGREE = comparison(
    "disagree", CPSAT, WRONG, CNF, boards=(board("instance", "."), board("cpsat", "A"), board("cnf", "A"))
)
INCOMPLETE = comparison(
    "incomplete",
    UNKNOWN,
    FAILED,
    REFUSED,
    changed(UNKNOWN, backend="cbc", engine="CBC", note="budget", ended=Ending.NOT_STARTED),
)
UNSOLVABLE = comparison("agree", no_solution(CPSAT, "cross-checked"), no_solution(CNF, "proved"), boards=())
SEVERAL = comparison(
    "agree",
    changed(CPSAT, unique=False, second=OTHER, claims=Claims("verified", unique="verified")),
    changed(CBC, answer=OTHER, unique=False, second=TENTS, claims=Claims("verified", unique="verified")),
    changed(CNF, unique=None),
    answers_differ=True,
)
MINIMA = comparison(
    "agree",
    changed(CPSAT, status="optimal", objective=12, bound=12.0, claims=Claims("verified", optimal="cross-checked")),
    changed(CBC, status="optimal", objective=12, bound=12.0, claims=Claims("verified", optimal="cross-checked")),
    changed(CNF, objective=15),
    puzzle="lightsout", id="5x5", size=(5, 5),
)  # fmt: skip
NASTY_ONE = comparison(
    "incomplete",
    changed(CPSAT, note=NASTY, backend="cpsat"),
    changed(REFUSED, note=NASTY),
    id=f"naïve<{NASTY}>",
    command='python -m models.compare tents "<a&b>.txt"',
    source="from <file> naïve.txt",
    boards=(DrawnBoard("<i>&漢字", "漢字\n..", "漢字\n..", svg("x")),),
)
LONE = comparison(  # an optimum, and that there is no other, which one kind of engine claims
    "incomplete",
    changed(
        CPSAT, status="optimal", objective=12, bound=12.0, unique=True, claims=Claims("verified", "claimed", "claimed")
    ),
    changed(CNF, objective=15),
    boards=(),
)
ENCODINGS = comparison(
    "agree",
    CPSAT,
    changed(CNF, encoding="ladder"),
    changed(CNF, encoding="pairwise", seconds=seconds(0.0021, 0.0511, 0.0044, 0.0202, 0.0002, 0.0005)),
    boards=(),
)
BIG_SPREAD = comparison("agree", CPSAT, changed(CBC, seconds=seconds(0.002, 0.3, 0.15, 3.8, 0, 0.001)), UNKNOWN)
EVERY = (AGREE, DISAGREE, INCOMPLETE, UNSOLVABLE, SEVERAL, MINIMA, LONE, NASTY_ONE, ENCODINGS)
