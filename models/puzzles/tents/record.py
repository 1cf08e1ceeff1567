"""The record of Tents: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from models.puzzles.contract import Extras, Puzzle
from models.puzzles.setting.setter import Setter
from models.puzzles.tents import rules, scene, source_models, symmetry


def _load_setter() -> Setter:
    from models.puzzles.tents.setting import SETTER

    return SETTER


PUZZLE = Puzzle(
    name="tents",
    title="Tents",
    rules=(
        "a tent stands beside its tree, horizontally or vertically, never on a tree",
        "tents do not touch, not even diagonally",
        "every tree has a tent of its own, every tent a tree of its own",
        "the number beside a row or column says how many tents it holds",
    ),
    parse=rules.parse,
    format=rules.format,
    generate=rules.generate,
    formulations={
        "default": rules.model,
        "borders": rules.border_model,
        "source-ilp": source_models.source_ilp,
        "source-cnf": source_models.source_cnf,
    },
    decode=rules.decode,
    verify=rules.verify,
    project=rules.project,
    answer_json=rules.answer_json,
    answer_from_json=rules.answer_from_json,
    size=rules.size,
    options={"tree_rule": rules.TREE_RULES},
    extras=Extras(
        setter=_load_setter,
        difficulty_known=True,
        advice=rules.advice,
        scene=scene.scene,
        legend=lambda p: "T tree, A tent, . neither; numbers: how many tents are in a row or column",
        transform=symmetry.transform,
        encodings=source_models.ENCODINGS,
    ),
)
