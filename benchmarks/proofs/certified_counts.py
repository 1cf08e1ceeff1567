"""How large certificates of numbers are, and what they cost: `python -m benchmarks.proofs.certified_counts [board ..]`.

One line for each board, `tiling 6x10` and its like: its number, and up to symmetry; merged states, bytes, CPU seconds
of making the certificates and of checking them, both in this process.
"""

from __future__ import annotations

import sys
import time

from backends.count_certificates.count_proof import check_certificate, make_certificate
from backends.count_certificates.state_search import prepare
from models.puzzles.registry import puzzle
from report.number_text import all_digits
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.proving.certified_total import StatedNumber, state_distinct, state_first_total

BOARDS = ("tiling 3x20", "tiling 4x15", "tiling 5x12", "tiling 6x10", "tiling 8x8", "tiling 3x4x5", "tiling soma",
          "lightsout 5x5", "lightsout 19x19", "lightsout 50x50")  # fmt: skip
MEGABYTES = 4000


def certify(stated: StatedNumber) -> tuple[int, list[float]]:
    """The number; states, bytes, seconds of making and of checking."""
    total, figures = stated.base, [0.0] * 4
    for weight, rows in zip(stated.weights, stated.rows, strict=True):
        begin = time.process_time()
        certificate = make_certificate(rows, MEGABYTES)
        made = time.process_time()
        refusal, number, size = check_certificate(rows, certificate, MEGABYTES)
        assert refusal is None, refusal
        total += weight * number
        new = (size.states, len(certificate), made - begin, time.process_time() - made)
        figures = [old + more for old, more in zip(figures, new, strict=True)]
    return total // stated.divisor, figures


def main() -> None:
    """The table."""
    prepare()
    print(f"{'board':18}{'number':>22}{'distinct':>20}{'states':>11}{'bytes':>12}{'making':>9}{'checking':>10}")
    for board in sys.argv[1:] or BOARDS:
        name, what = board.split()
        _, question = pose_question(puzzle(name), what, 0, {})
        stated = state_first_total(question, next(iter(question.puzzle.formulations)))
        number, figures = certify(stated)
        distinct, more = certify(state_distinct(question, stated.formulation, number))
        states, size, making, checking = (a + b for a, b in zip(figures, more, strict=True))
        digits = f"{all_digits(number):>22}{all_digits(distinct):>20}"
        print(f"{board:18}{digits}{states:11,.0f}{size:12,.0f}{making:9.2f}{checking:10.2f}", flush=True)


if __name__ == "__main__":
    main()
