"""The pages on which people play: modules of JavaScript that know the JSON of a scene, and nothing of any puzzle.

    scene_drawing.js, scene_outlines.js     the picture of a scene; where things are in it, and their outlines
    played_scene.js, laid_things.js         the scene with what is said of a board; with what a person has put on it
    scene_places.js                         which place a point of the picture means
    board_state.js, piece_choice.js         what was put where, undo, the answer in JSON; which piece the cells are
    rule_checks.js, graph_rules.js          which rules are broken, by the rows of the model that travel with the board
    check_rows.js, row_blame.js             what follows from these rows; what on the board is to blame
    hints.js                                the next step of the explanation that is not on the board yet
    board_layout.js, board_view.js          the board as a picture, for pointers, keys and screen readers
    board_panel.js, page_parts.js           the board with its tools, rules and messages
    kept_states.js                          what is kept of boards in the browser
    worksheet.js, worksheet.html            a page with boards that works offline
    play_page.js, ask_panel.js, play.html   the page of the server, which asks (server_requests.js)
    page.py                                 the modules as one script, in one file of HTML

Documents and places are described in documents.js, scenes in docs/scenes.md. Types are checked by `tsc`
(jsconfig.json), which is not needed to use the pages.
"""
