"""Scenes: what a board looks like, described once, for every renderer.

A puzzle says with one function, `scene(instance, view)`, what is to be seen: its cells, what lies in them, layer by
layer, and what is said of it (this lamp breaks a rule, that tent is in the second answer only). How it is drawn is no
matter of the puzzle:

    scene.py     Scene, SceneLayer, LineLayer, Glyph: the records, and the states that things on a board can have
    view.py      View: what is shown of a board: an answer, a second one, marks, cells known to be empty
    layers.py    layers that many puzzles have: pieces of one or two answers, words of cells, marks
    line_layers.py  the same of lines between corners of cells, or between cells
    glyphs.py    things that several puzzles have: stars, walls, shaded cells, words
    states.py    how each state is drawn, the same for all things
    text.py      plain text, with colours or without; the words for text with labels
                 (canvas, line_text: lines between the letters of cells)
    svg.py       pictures (svg_lines, svg_key, svg_parts)
    column.py    scenes and lines of text below each other in one picture
    document.py  the scene as JSON, from which a script draws (docs/scenes.md)
    drawings.py  from the function of a puzzle to the four drawings that its record has

A scene is data and knows no puzzle. Its layers are columns of cells, since a board may have a million of them; each
layer becomes one path of the picture. Every renderer reads the same table of states, so that no state is told by colour
alone.
"""
