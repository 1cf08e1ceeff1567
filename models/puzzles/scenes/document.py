"""The JSON of a scene: all that a script needs to draw it and to let people play, without knowing any puzzle.

It is described in docs/scenes.md. What this project draws itself is drawn by the same rules from the same records, so
a test draws from the document alone, and compares the pictures.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from models.puzzles.boards import SIDES
from models.puzzles.scenes import svg, svg_key
from models.puzzles.scenes.scene import (
    NO_LINE,
    NOTHING,
    BothClicks,
    ClickStep,
    Follows,
    Glyph,
    Layer,
    LineClicks,
    LineGlyph,
    LineLayer,
    Outline,
    Part,
    PieceClicks,
    Scene,
    SceneState,
    Strip,
)
from models.puzzles.scenes.states import LINE_STATES, NO_SIGNS, STATES, LineSigns, StateSigns
from models.puzzles.svg import PAPER, UNIT, Style

SCHEMA = 1


def scene_document(scene: Scene) -> dict[str, Any]:
    """The scene as JSON; tuples and arrays are lists."""
    return {
        "schema": SCHEMA,
        **_describe_board(scene),
        **_describe_colours(scene),
        **_describe_signs(scene),
        "ground": [_layer(layer) for layer in scene.ground],
        "layers": [_layer(layer) for layer in scene.layers],
        "areas": _areas(scene.areas),
        "other_areas": _areas(scene.other_areas),
        "below": _scene_below(scene.below),
        **dict(zip(SIDES, map(_margin, svg.place_margins(scene)), strict=True)),
        "key": _key(scene),
        "clicks": _clicks(scene),
        "follows": [_follows(each) for each in scene.follows] or None,
    }


def _describe_board(scene: Scene) -> dict[str, Any]:
    """Which board it is, and where its cells are."""
    return {
        "title": scene.title,
        "caption": scene.caption,
        "shape": list(scene.shape),
        "unit": UNIT,
        "box": list(svg.view_box(scene)),
        "points": None if scene.points is None else (UNIT * scene.points).round(1).reshape(-1, 2).tolist(),
        "names": list(scene.names) or None,
        "detailed": scene.is_detailed,
        "blank": scene.blank,
        "empty": scene.empty,
        "level": scene.level,
        "covers": {below.name: above.name for below, above in scene.covers},
    }


def _describe_colours(scene: Scene) -> dict[str, Any]:
    """How the board itself is drawn, without what lies on it."""
    return {
        "paper": {"fill": PAPER},
        "floor": {"fill": scene.floor},
        "lines": _attributes(svg.line_style(scene)) if scene.lines else None,
        "dots": {**_part(svg.DOT), "style": {"fill": scene.dots}} if scene.dots else None,
        "borders": _attributes(svg.BORDER),
        "other_borders": _attributes(svg.OTHER_BORDER),
    }


def _describe_signs(scene: Scene) -> dict[str, Any]:
    """How each glyph of the scene, and each state, is drawn."""
    used = _used_glyphs(scene)
    return {
        "glyphs": {glyph.name: _glyph(glyph) for glyph in used if isinstance(glyph, Glyph)},
        "line_glyphs": {glyph.name: _line_glyph(glyph) for glyph in used if isinstance(glyph, LineGlyph)},
        "states": {str(state): _state(STATES[state]) for state in SceneState},
        "line_states": {str(state): _line_state(LINE_STATES.get(state, NO_SIGNS)) for state in SceneState},
    }


def _used_glyphs(scene: Scene) -> list[Glyph | LineGlyph]:
    """The glyphs of the layers, of what clicks leave, and of the key."""
    used: list[Glyph | LineGlyph] = [glyph for follows in scene.follows for glyph in follows.glyphs]
    used += [entry.glyph for entry in (*scene.every_layer, *scene.key)]
    if isinstance(scene.clicks, PieceClicks):
        places = scene.clicks.list_places() or ()
        used += [scene.clicks.room, scene.clicks.letter, *{place.glyph.name: place.glyph for place in places}.values()]
    elif scene.clicks is not None:
        used += [step.glyph for step in scene.clicks.steps]
    used += [above for _, above in scene.covers]
    return [glyph for glyph in used if glyph is not NOTHING and glyph is not NO_LINE]


def _areas(areas: NDArray[Any] | None) -> list[Any] | None:
    return None if areas is None else areas.tolist()


def _scene_below(scene: Scene | None) -> dict[str, Any] | None:
    return None if scene is None else {**scene_document(scene), "scale": svg.SMALL}


def _glyph(glyph: Glyph) -> dict[str, Any]:
    parts = list(map(_part, glyph.parts))
    behind = {"behind": glyph.behind} if glyph.behind else {}
    return {"letter": glyph.letter, "pair": list(glyph.pair), "written": glyph.is_written, **behind, "parts": parts}


def _line_glyph(glyph: LineGlyph) -> dict[str, Any]:
    return {
        "across": glyph.across,
        "down": glyph.down,
        "pair": list(glyph.pair),
        "apart": glyph.apart,
        "arrow": glyph.arrow,
        "style": _attributes(glyph.style),
    }


def _line_state(signs: LineSigns) -> dict[str, Any]:
    return {
        "below": _attributes(signs.below) if signs.below else None,
        "bare": signs.is_bare,
        "style": _attributes(signs.style),
        "parts": list(map(_part, signs.parts)),
    }


def _part(part: Part) -> dict[str, Any]:
    style = _attributes(part.style)
    if isinstance(part, Outline):
        return {"kind": "outline", "path": part.path, "detail": part.detail, "style": style}
    if isinstance(part, Strip):
        return {"kind": "strip", "thick": part.thick, "down": part.down, "style": style}
    words = {"kind": "words", "x": part.x, "y": part.y, "text": part.text, "wrong": part.wrong, "room": part.room}
    return {**words, "style": style}


def _state(signs: StateSigns) -> dict[str, Any]:
    return {
        "letter": signs.letter,
        "bare": signs.is_bare,
        "style": _attributes(signs.style),
        "words": _attributes(signs.word_style),
        "parts": list(map(_part, signs.parts)),
    }


def _layer(layer: Layer) -> dict[str, Any]:
    if isinstance(layer, LineLayer):
        return {
            "glyph": layer.glyph.name,
            "state": str(layer.state),
            "lines": layer.ends.tolist(),
            "between": str(layer.between),
            "count": layer.count,
            "lane": layer.lane,
            "lanes": layer.lanes,
        }
    words = {"words": list(layer.words)} if layer.words else {}
    return {"glyph": layer.glyph.name, "state": str(layer.state), "cells": layer.at.tolist(), **words}


def _margin(side: svg.MarginPlace | None) -> dict[str, Any] | None:
    if side is None:
        return None
    words, states = list(side.margin.words), list(map(str, side.states))
    place = {"corner": list(side.corner), "step": list(side.step), "stack": side.stack}
    return {"words": words, "states": states, **place, **_part(side.lettering)}


def _key(scene: Scene) -> dict[str, Any] | None:
    if not scene.key:
        return None
    entries = [
        {"glyph": entry.glyph.name, "word": entry.word, "text": entry.text, "x": x, "y": y}
        for entry, (x, y) in zip(scene.key, svg.key_corners(scene), strict=True)
    ]
    return {**_part(svg_key.TEXT), "entries": entries}


def _clicks(scene: Scene) -> dict[str, Any] | None:
    clicks = scene.clicks
    if clicks is None:
        return None
    if isinstance(clicks, LineClicks):
        return _line_clicks(clicks)
    if isinstance(clicks, BothClicks):
        lines, (nothing, *put, empty) = _line_clicks(clicks.lines), map(_step, clicks.cells.steps)
        laid = [{**step, "on": "cells"} for step in put]
        drawn = [{**step, "on": "lines"} for step in lines["steps"][1:-1]]
        return {**lines, "cells": clicks.cells.at.tolist(), "steps": [nothing, *laid, *drawn, empty]}
    if isinstance(clicks, PieceClicks):
        return _piece_clicks(clicks)
    is_numbered = any(step.number for step in clicks.steps)
    steps = [_step(step) | ({"number": step.number} if is_numbered else {}) for step in clicks.steps]
    numbers = {} if clicks.numbers is None else {"numbers": clicks.numbers.tolist()}
    press = {"press": True} if clicks.is_press else {}
    divides = {"divides": True} if clicks.is_dividing else {}
    inside = {"inside": clicks.inside} if clicks.inside else {}
    given = {} if clicks.given is None else {"given": clicks.given.tolist()}
    return {"cells": clicks.at.tolist(), "steps": steps, **numbers, **press, **divides, **inside, **given}


def _line_clicks(clicks: LineClicks) -> dict[str, Any]:
    return {
        "lines": clicks.ends.tolist(),
        "between": str(clicks.between),
        "numbered": clicks.is_numbered,
        "steps": [
            {"glyph": step.glyph.name, "state": str(step.state), "answer": step.key, "count": step.count}
            for step in clicks.steps
        ],
    }


def _step(step: ClickStep) -> dict[str, Any]:
    return {"glyph": step.glyph.name, "state": str(step.state), "answer": step.key}


def _piece_clicks(clicks: PieceClicks) -> dict[str, Any] | None:
    places = clicks.list_places()
    if places is None:
        return None
    steps = (ClickStep(), ClickStep(key=clicks.key), ClickStep(state=SceneState.EMPTY))
    return {
        "pieces": [
            {
                "piece": place.piece,
                "glyph": place.glyph.name,
                "word": place.word,
                "cells": [list(cell) for cell in place.cells],
            }
            for place in places
        ],
        "copies": None if clicks.copies is None else dict(clicks.copies),
        "letter": clicks.letter.name,
        "room": clicks.room.name,
        "steps": list(map(_step, steps)),
    }


def _follows(follows: Follows) -> dict[str, Any]:
    ends = zip(follows.of.starts[:-1].tolist(), follows.of.starts[1:].tolist(), strict=True)
    places = follows.of.literals.tolist()
    return {
        "cells": follows.at.tolist(),
        "of": [places[start:end] for start, end in ends],
        "start": follows.start.tolist(),
        "modulo": len(follows.glyphs) if follows.is_cyclic else None,
        "glyphs": [glyph.name for glyph in follows.glyphs],
        "ground": follows.in_ground,
        "wanted": None if follows.wanted is None else follows.wanted.tolist(),
    }


def _attributes(style: Style) -> dict[str, Any]:
    """Attributes as SVG spells them."""
    return {name.replace("_", "-"): value for name, value in style.items()}
