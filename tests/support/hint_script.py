"""Hints as a browser chooses them, and does what they say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from report.play.page import join_modules
from tests.support.browser import run_javascript

PLAY = """
const played = (board, steps, most) => {
  const kinds = [], numbers = [];
  let idle = 0;
  for (; kinds.length < most; ) {
    const hint = nextHint(board, steps);
    kinds.push(hint.kind);
    numbers.push(board.hints.steps.findIndex((step) => step.why === hint.stages[1]?.lines));
    if (!hint.stages.length || hint.stages.some(({ lines }) => lines.some((line) => !line))) idle += 1;
    if (!hint.marks.length) break;
    if (hint.marks.every(([place, step]) => steps[place] === step)) idle += 1;
    steps = steps.map((step, place) => (hint.marks.find(([at]) => at === place) ?? [0, step])[1]);
  }
  return { steps, kinds, numbers, idle };
};
const nothing = ({ scene: { clicks } }) => listPlaces(clicks).map(() => 0);
const isPiece = (board, step) => Boolean(board.scene.clicks.steps[step].answer);
const onlyPieces = (board, steps) => steps.map((step) => (isPiece(board, step) ? step : 0));
const withoutLast = (steps) => steps.map((step, place) => (place === steps.findLastIndex(Boolean) ? 0 : step));
"""


def play_boards(boards: Sequence[Mapping[str, Any]], start: str, tmp_path: Path) -> Any:
    """How a browser plays these documents from the steps that the expression `start` says, hint by hint: the
    steps at the end, the kinds of hints, the numbers of the steps that they tell (-1 for others), and how many of them
    were of no use."""
    return read_hints(boards, f"boards.map((board, number) => played(board, {start}, 500))", tmp_path)


def read_hints(boards: Sequence[Mapping[str, Any]], expression: str, tmp_path: Path) -> Any:
    """What an expression about these documents is."""
    script = join_modules("hints.js") + PLAY + f"\nconst boards = {json.dumps(boards)};"
    return run_javascript(f"{script}\n//RESULT {expression}", tmp_path)
