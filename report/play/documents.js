/**
 * The documents that the scripts of a page read: types only. docs/scenes.md says what each key of a scene means,
 * report/documents/play.py what those of the other documents do.
 *
 * A place is where something can be laid: a cell, a line, a placement of a piece. Places have numbers, by
 * `scene.clicks`; what lies there is a step, by number, 0 for nothing that is known.
 */

/** @typedef {number[]} Cell - row and column, counted from 0; board, row, column; or the number of a vertex */
/** @typedef {[Cell, Cell]} Line - its two ends: cells, or corners of cells */
/** @typedef {Record<string, string | number>} Style - attributes of SVG */

/**
 * @typedef {object} Part - of a glyph, or of a state; which keys there are depends on the kind
 * @property {"outline" | "strip" | "words"} kind
 * @property {Style} style
 * @property {string} [path] - of an outline, from the upper left corner of a cell
 * @property {boolean} [detail] - left out on large boards
 * @property {number} [thick] - of a strip
 * @property {boolean} [down] - is the strip along a column?
 * @property {number} [x] - of words: their middle, from the corner of the cell
 * @property {number} [y] - of words: their base line
 * @property {string} [text] - the same words in each cell
 * @property {string} [wrong] - the colour of words that are wrong
 * @property {number} [room] - how wide a word may be
 */

/** @typedef {{letter: string, pair: string[], written: boolean, parts: Part[]}} Glyph */
/** @typedef {{across: string, down: string, pair: string[], apart: number, arrow: number, style: Style}} LineGlyph */
/** @typedef {{letter: string, bare: boolean, style: Style, words: Style, parts: Part[]}} State */
/** @typedef {{below: Style | null, bare: boolean, style: Style, parts: Part[]}} LineState */

/**
 * @typedef {object} CellLayer - things of one kind in one state
 * @property {string} glyph
 * @property {string} state
 * @property {Cell[]} cells
 * @property {string[]} [words] - one per cell
 * @property {undefined} [lines]
 */

/**
 * @typedef {object} LineLayer - lines of one kind in one state
 * @property {string} glyph
 * @property {string} state
 * @property {Line[]} lines
 * @property {"corners" | "cells"} between
 * @property {number} count - lines side by side at each place
 * @property {number} lane - the first of them
 * @property {number} lanes - how many have room
 * @property {undefined} [cells]
 * @property {undefined} [words]
 */

/** @typedef {CellLayer | LineLayer} Layer */
/** @typedef {Part & {words: string[], states: string[], x: number, y: number, wrong: string, corner: number[], step: number[], stack: number}} Margin */
/** @typedef {{glyph: string, word: string, text: string, x: number, y: number}} KeyEntry */
/** @typedef {Part & {entries: KeyEntry[], x: number, y: number}} Key */

/**
 * @typedef {object} Step - what may lie in a place
 * @property {string} glyph
 * @property {string} state
 * @property {string} answer - the list of an answer to which the place then belongs, or ""
 * @property {number} [number]
 * @property {number} [count] - of lines side by side
 * @property {"cells" | "lines"} [on] - where it may lie, if not everywhere
 */

/** @typedef {{piece: string, glyph: string, word: string, cells: Cell[]}} PiecePlace - a way to lay a piece */

/**
 * @typedef {object} Follows - what lies in cells by what was put on places
 * @property {Cell[]} cells
 * @property {number[][]} of - the places of each cell
 * @property {number[]} start - the number of each cell where nothing is put
 * @property {number | null} modulo - of the sum of numbers; null: it is at most the number of the last glyph
 * @property {string[]} glyphs - by number; "" for nothing
 * @property {boolean} ground - does it lie below the lines between cells?
 * @property {number[] | null} wanted - the number of each cell in answers
 */

/**
 * @typedef {object} Clicks
 * @property {Step[]} steps
 * @property {Cell[]} [cells]
 * @property {Line[]} [lines]
 * @property {PiecePlace[]} [pieces] - the placements that can be laid
 * @property {Record<string, number> | null} [copies] - of each piece; null where that is open
 * @property {string} [letter] - the glyph with the word of a piece, in its first cell
 * @property {string} [room] - the glyph in the ground where no piece lies
 * @property {string} [inside] - the key of the object that holds all this in an answer
 * @property {boolean} [press] - is a click a press, which a second one takes back?
 * @property {boolean} [divides] - do lines stand between areas of equal numbers, as soon as all are known?
 * @property {"corners" | "cells"} [between]
 * @property {boolean} [numbered] - does an answer say how many lines lie side by side?
 * @property {number[][]} [numbers] - of an answer that is a grid of numbers, before any click
 * @property {Cell[]} [given] - cells that belong to an answer and cannot be clicked
 */

/**
 * @typedef {object} Scene
 * @property {number} schema
 * @property {string} title
 * @property {string} caption
 * @property {number[]} shape
 * @property {number} unit
 * @property {[number, number, number, number]} box
 * @property {[number, number][] | null} points
 * @property {(string | number | Cell)[] | null} names
 * @property {boolean} detailed
 * @property {string} blank
 * @property {string} empty
 * @property {Style} paper
 * @property {Style} floor
 * @property {Style | null} lines
 * @property {Part | null} dots
 * @property {Style} borders
 * @property {Style} other_borders
 * @property {Record<string, Glyph>} glyphs
 * @property {Record<string, LineGlyph>} line_glyphs
 * @property {Record<string, State>} states
 * @property {Record<string, LineState>} line_states
 * @property {Layer[]} ground
 * @property {Layer[]} layers
 * @property {number[][] | number[][][] | null} areas
 * @property {number[][] | number[][][] | null} other_areas
 * @property {(Scene & {scale: number}) | null} below
 * @property {Margin | null} left
 * @property {Margin | null} top
 * @property {Margin | null} right
 * @property {Margin | null} bottom
 * @property {Key | null} key
 * @property {number} level - so many of the layers lie below what is put on the board
 * @property {Record<string, string>} covers - by glyph what is shown, above what is laid in its cell, in its place
 * @property {Clicks | null} clicks
 * @property {Follows[] | null} [follows]
 */

/**
 * @typedef {object} Block - the rows of one rule, over literals: row i holds those from starts[i] to starts[i + 1]
 * @property {"clause" | "cardinality" | "linear" | "parity"} kind
 * @property {string} sentence
 * @property {number[]} starts
 * @property {number[]} literals - a variable, or minus a variable
 * @property {number[] | null} coefs
 * @property {number[]} lo
 * @property {number[]} hi
 * @property {number[] | null} when - a row counts only where its literal is true
 * @property {string[]} names - of the rows in words, "" for none
 * @property {(Cell | null)[]} cells - a cell of the row's own, such as that of its clue
 * @property {(MarginPlace | null)[]} margins - the word beside the board that is its clue
 */

/** @typedef {[("left" | "top" | "right" | "bottom"), number]} MarginPlace - the word beside a row, or at a column */

/**
 * @typedef {object} GraphRule - of the vertices that are on
 * @property {string} sentence
 * @property {number[]} on
 * @property {[number, number][]} edges
 * @property {number[]} links
 * @property {boolean[] | null} roots
 * @property {boolean} cycle
 */

/**
 * @typedef {object} Checks - the rows of a model, by which a page judges what lies on the board
 * @property {number[]} lower - of the variables from 1 on
 * @property {number[]} upper
 * @property {number} empty - the step that says that nothing lies at a place, 0 for none
 * @property {((number[] | null)[])[]} kinds - of a place, by step: the values of its variables
 * @property {{variables: number[], kind: number}[]} places
 * @property {Block[]} blocks
 * @property {GraphRule[]} graphs
 * @property {{sentence: string, literals: number[], coefs: number[], best: number | null} | null} objective
 */

/**
 * @typedef {object} Whereabouts - what a hint, or a broken rule, points at
 * @property {Cell[]} [cells]
 * @property {Line[]} [lines]
 * @property {MarginPlace[]} [margins]
 * @property {number[]} [places]
 */

/**
 * @typedef {object} HintStep
 * @property {string} kind
 * @property {Whereabouts & {words: string}} where
 * @property {string[]} why
 * @property {{words: string, marks: [number, number][]}} what - place and step
 * @property {boolean} certain - does it hold in every solution?
 * @property {boolean} plain - does it only say that nothing lies in some places, as one rule shows at a glance?
 * @property {number[]} rests - the earlier steps that it uses
 */

/** @typedef {{complete: boolean, note: string, steps: HintStep[]}} Hints */

/**
 * @typedef {object} BoardDocument
 * @property {number} schema
 * @property {string} puzzle
 * @property {string} title
 * @property {string} id
 * @property {string} link
 * @property {string} place
 * @property {string[]} rules
 * @property {string[]} notes
 * @property {string | null} difficulty
 * @property {Scene} scene
 * @property {Checks | null} checks
 * @property {Hints | null} hints
 * @property {{unique: boolean | null, steps: number[]} | null} solution
 */
