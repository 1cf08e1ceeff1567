"""The JSON of a scene: all that a script needs to draw it and to let people play, without knowing any puzzle.

It is described in docs/scenes.md. What this project draws itself is drawn by the same rules from the same records, so
a test draws from the document alone, and compares the pictures.
"""

from __future__ import annotations

from typing import Any

from models.puzzles.scenes import svg
from models.puzzles.scenes.scene import (
    NOTHING,
    Clicks,
    Glyph,
    Lettering,
    Margin,
    Outline,
    Part,
    Scene,
    SceneLayer,
    SceneState,
    Strip,
)
from models.puzzles.scenes.states import STATES, StateSigns
from models.puzzles.svg import PAPER, UNIT, Style

SCHEMA = 1


def scene_document(scene: Scene) -> dict[str, Any]:
    """The scene as JSON; tuples and arrays are lists."""
    glyphs = [layer.glyph for layer in scene.every_layer]
    glyphs += [step.glyph for step in scene.clicks.steps] if scene.clicks else []
    return {
        "schema": SCHEMA,
        "title": scene.title,
        "caption": scene.caption,
        "shape": list(scene.shape),
        "unit": UNIT,
        "box": list(svg.view_box(scene)),
        "detailed": scene.is_detailed,
        "blank": scene.blank,
        "empty": scene.empty,
        "paper": {"fill": PAPER},
        "floor": {"fill": scene.floor},
        "lines": _attributes(svg.line_style(scene)),
        "borders": _attributes(svg.BORDER),
        "glyphs": {glyph.name: _glyph(glyph) for glyph in glyphs if glyph is not NOTHING},
        "states": {str(state): _state(STATES[state]) for state in SceneState},
        "ground": [_layer(layer) for layer in scene.ground],
        "layers": [_layer(layer) for layer in scene.layers],
        "areas": None if scene.areas is None else scene.areas.tolist(),
        "left": _margin(scene.left, svg.LEFT),
        "top": _margin(scene.top, svg.TOP),
        "clicks": _clicks(scene.clicks),
    }


def _glyph(glyph: Glyph) -> dict[str, Any]:
    parts = list(map(_part, glyph.parts))
    return {"letter": glyph.letter, "pair": list(glyph.pair), "written": glyph.is_written, "parts": parts}


def _part(part: Part) -> dict[str, Any]:
    style = _attributes(part.style)
    if isinstance(part, Outline):
        return {"kind": "outline", "path": part.path, "detail": part.detail, "style": style}
    if isinstance(part, Strip):
        return {"kind": "strip", "thick": part.thick, "down": part.down, "style": style}
    return {"kind": "words", "x": part.x, "y": part.y, "text": part.text, "wrong": part.wrong, "style": style}


def _state(signs: StateSigns) -> dict[str, Any]:
    return {
        "letter": signs.letter,
        "bare": signs.is_bare,
        "style": _attributes(signs.style),
        "words": _attributes(signs.word_style),
        "parts": list(map(_part, signs.parts)),
    }


def _layer(layer: SceneLayer) -> dict[str, Any]:
    words = {"words": list(layer.words)} if layer.words else {}
    return {"glyph": layer.glyph.name, "state": str(layer.state), "cells": layer.at.tolist(), **words}


def _margin(margin: Margin | None, lettering: Lettering) -> dict[str, Any] | None:
    if margin is None:
        return None
    states = margin.states or (SceneState.PLAIN,) * len(margin.words)
    return {"words": list(margin.words), "states": list(map(str, states)), **_part(lettering)}


def _clicks(clicks: Clicks | None) -> dict[str, Any] | None:
    if clicks is None:
        return None
    steps = [{"glyph": step.glyph.name, "state": str(step.state), "answer": step.key} for step in clicks.steps]
    return {"cells": clicks.at.tolist(), "steps": steps}


def _attributes(style: Style) -> dict[str, Any]:
    """Attributes as SVG spells them."""
    return {name.replace("_", "-"): value for name, value in style.items()}
