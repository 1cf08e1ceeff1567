// What lies on a board by what a person has put there: the things themselves, and what follows from them, as layers.
// Pure, from the scene of the empty board.

import { gridOfSteps } from "./board_state.js";

/** @typedef {import("./documents.js").Cell} Cell */
/** @typedef {import("./documents.js").CellLayer} CellLayer */
/** @typedef {import("./documents.js").Clicks} Clicks */
/** @typedef {import("./documents.js").Follows} Follows */
/** @typedef {import("./documents.js").Layer} Layer */
/** @typedef {import("./documents.js").Line} Line */
/** @typedef {import("./documents.js").LineLayer} LineLayer */
/** @typedef {import("./documents.js").PiecePlace} PiecePlace */
/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Step} Step */
/** @typedef {{ground: Layer[], layers: Layer[]}} Layers */

const NO_AREA = -2;

/**
 * The scene with what lies on it.
 * @param {Scene} scene of the empty board
 * @param {number[]} steps by place
 * @returns {Scene}
 */
export function layThings(scene, steps) {
  const { clicks } = scene;
  if (!clicks) return scene;
  if (clicks.pieces) return layPieces(scene, clicks, clicks.pieces.filter((_, place) => clicks.steps[steps[place]].answer));
  const laid = clicks.cells ? layCells(scene, clicks, steps) : layLines(scene, clicks, steps);
  const areas = clicks.divides ? equalAreas(gridOfSteps(clicks, steps)) : scene.areas;
  return { ...scene, areas, ...showFollowing(laid, scene.follows ?? [], clicks, steps) };
}

/** @type {(places: number[], length: number) => number[][]} */
function placesBySteps(places, length) {
  /** @type {number[][]} */
  const bySteps = Array.from({ length }, () => []);
  places.forEach((step, place) => bySteps[step].push(place));
  return bySteps;
}

// ---- things in cells ---------------------------------------------------------------------------------------------

/** Things lie on the layers below them; of what they cover, what stays to be seen lies above them; signs come last.
 * @type {(scene: Scene, clicks: Clicks, steps: number[]) => Layers} */
function layCells(scene, clicks, steps) {
  const cells = clicks.cells ?? [], level = scene.level, worded = cellsWithWords(scene);
  const bySteps = placesBySteps(steps.slice(0, cells.length), clicks.steps.length).map((places) => places.map((place) => cells[place]));
  const things = clicks.steps.flatMap(({ glyph, state, number }, i) => (glyph && bySteps[i].length
    ? [{ glyph, state, cells: bySteps[i], ...(number ? { words: bySteps[i].map(() => String(number)) } : {}) }] : []));
  const signs = clicks.steps.flatMap(({ glyph, state }, i) => (glyph || state === "plain" ? [] : tellCells(bySteps[i], state, worded)));
  const covered = new Set(clicks.steps.flatMap(({ answer }, i) => (answer ? bySteps[i].map(String) : [])));
  const covers = scene.covers;
  const isOpen = (/** @type {Cell} */ cell) => !covered.has(String(cell));
  const below = scene.layers.slice(0, level);
  const under = below.flatMap((layer) => (layer.cells && layer.glyph in covers ? pickCells(layer, isOpen) : [layer]));
  const over = below.flatMap((layer) => (layer.cells && covers[layer.glyph]
    ? pickCells({ ...layer, glyph: covers[layer.glyph] }, (cell) => !isOpen(cell)) : []));
  const lines = drawnLines(clicks, steps.slice(cells.length));
  return { ground: scene.ground, layers: [...under, ...things, ...over, ...lines, ...scene.layers.slice(level), ...signs] };
}

/** @type {(scene: Scene) => Set<string>} */
const cellsWithWords = ({ layers }) =>
  new Set(layers.flatMap((layer) => (layer.cells && layer.words ? layer.cells.map(String) : [])));

/** What is said of cells; of one with a word that it is empty is said around the word.
 * @type {(cells: Cell[], state: string, worded: Set<string>) => CellLayer[]} */
function tellCells(cells, state, worded) {
  const hasWord = (/** @type {Cell} */ cell) => state === "known to be empty" && worded.has(String(cell));
  const said = { glyph: "", state, cells };
  return [...pickCells({ ...said, state: "kept" }, hasWord), ...pickCells(said, (cell) => !hasWord(cell))];
}

/** Those things of a layer whose cell is picked; no layer where that is none.
 * @type {(layer: CellLayer, isPicked: (cell: Cell) => boolean) => CellLayer[]} */
export function pickCells(layer, isPicked) {
  const { words, cells } = layer, picked = cells.filter(isPicked);
  if (!picked.length) return [];
  return [{ ...layer, cells: picked, ...(words ? { words: words.filter((_, i) => isPicked(cells[i])) } : {}) }];
}

// ---- lines -------------------------------------------------------------------------------------------------------

/** @type {(scene: Scene, clicks: Clicks, steps: number[]) => Layers} */
function layLines(scene, clicks, steps) {
  const laid = drawnLines(clicks, steps), level = scene.level;
  return { ground: scene.ground, layers: [...scene.layers.slice(0, level), ...laid, ...scene.layers.slice(level)] };
}

/** @type {(clicks: Clicks, steps: number[]) => LineLayer[]} */
function drawnLines(clicks, steps) {
  const lines = clicks.lines ?? [];
  const bySteps = placesBySteps(steps, clicks.steps.length).map((places) => places.map((place) => lines[place]));
  return clicks.steps.flatMap(({ glyph, state, count = 1 }, i) => (bySteps[i].length && (glyph || state !== "plain")
    ? [lineLayerOf(glyph, state, bySteps[i], clicks.between ?? "cells", count)] : []));
}

/** @type {(glyph: string, state: string, lines: Line[], between: "corners" | "cells", count?: number) => LineLayer} */
export const lineLayerOf = (glyph, state, lines, between, count = 1) =>
  ({ glyph, state, lines, between, count, lane: 0, lanes: count });

// ---- areas of numbers --------------------------------------------------------------------------------------------

/** Each cell with the number of its area, in which equal numbers touch; null as long as a number is not known.
 * @type {(numbers: number[][]) => number[][] | null} */
function equalAreas(numbers) {
  if (numbers.some((row) => row.includes(0))) return null;
  /** @type {number[][]} */
  const areas = numbers.map((row) => row.map(() => -1));
  let found = 0;
  numbers.forEach((row, top) => row.forEach((number, left) => {
    if (areas[top][left] >= 0) return;
    for (const reached = [[top, left]]; reached.length;) {
      const [r, c] = reached.pop() ?? [];
      if (numbers[r]?.[c] !== number || areas[r][c] >= 0) continue;
      areas[r][c] = found;
      reached.push([r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]);
    }
    found += 1;
  }));
  return areas;
}

// ---- what follows ------------------------------------------------------------------------------------------------

/** The layers with what follows from what was put on places, below all others; it takes the place of what such glyphs
 * show in its cells.
 * @type {(laid: Layers, follows: Follows[], clicks: Clicks, steps: number[]) => Layers} */
function showFollowing(laid, follows, clicks, steps) {
  const show = (/** @type {"ground" | "layers"} */ part) => {
    const here = follows.filter(({ ground }) => ground === (part === "ground"));
    return [
      ...here.flatMap((each) => followingLayers(each, clicks, steps)),
      ...here.reduce((layers, each) => withoutGlyphs(layers, each), laid[part]),
    ];
  };
  return { ground: show("ground"), layers: show("layers") };
}

/** In each cell the glyph with the number that it has at first plus the numbers on its places.
 * @type {(follows: Follows, clicks: Clicks, steps: number[]) => CellLayer[]} */
function followingLayers({ cells, of, start, modulo, glyphs }, clicks, steps) {
  const numbers = steps.map((step) => (clicks.steps[step].answer ? clicks.steps[step].number ?? 1 : 0));
  /** @type {Cell[][]} */
  const byNumber = glyphs.map(() => []);
  cells.forEach((cell, i) => {
    const sum = of[i].reduce((total, place) => total + numbers[place], start[i]);
    byNumber[modulo ? sum % modulo : Math.min(sum, glyphs.length - 1)].push(cell);
  });
  return glyphs.flatMap((glyph, i) => (glyph && byNumber[i].length ? [{ glyph, state: "plain", cells: byNumber[i] }] : []));
}

/** @type {(layers: Layer[], follows: Follows) => Layer[]} */
function withoutGlyphs(layers, { cells, glyphs }) {
  const replaced = new Set(cells.map(String));
  return layers.flatMap((layer) => (layer.cells && layer.glyph && glyphs.includes(layer.glyph)
    ? pickCells(layer, (cell) => !replaced.has(String(cell))) : [layer]));
}

// ---- pieces ------------------------------------------------------------------------------------------------------

/** Pieces that cover several cells: in the ground, each with its letter, and lines around it; of pieces that overlap the
 * later one is seen. Those of which no copy is left are no longer below the board.
 * @type {(scene: Scene, clicks: Clicks, laid: PiecePlace[]) => Scene} */
function layPieces(scene, clicks, laid) {
  const owners = new Map(laid.flatMap(({ cells }, i) => cells.map((cell) => [String(cell), i])));
  const seen = laid.map((place, i) => ({ ...place, cells: place.cells.filter((cell) => owners.get(String(cell)) === i) }));
  const glyphs = [...new Set(laid.map(({ glyph }) => glyph))];
  const isOpen = (/** @type {Cell} */ cell) => !owners.has(String(cell));
  const letters = seen.flatMap(({ cells, word }) => firstCells(cells).map((cell) => ({ cell, word })));
  return {
    ...scene,
    ground: /** @type {Layer[]} */ ([
      ...scene.ground.flatMap((layer) => (layer.cells && layer.glyph === clicks.room ? pickCells(layer, isOpen) : [layer])),
      ...glyphs.map((glyph) => ({ glyph, state: "plain", cells: seen.flatMap((place) => (place.glyph === glyph ? place.cells : [])) })),
    ]).filter((layer) => layer.lines || layer.cells.length),
    layers: [...scene.layers, ...(letters.length && clicks.letter ? [{
      glyph: clicks.letter, state: "plain", cells: letters.map(({ cell }) => cell), words: letters.map(({ word }) => word) }] : [])],
    areas: scene.areas && drawOwners(scene.areas, [], owners),
    below: scene.below && hideUsed(scene.below, usedGlyphs(clicks, laid)),
  };
}

/** The first cell of a piece; on boards side by side the first one on each.
 * @type {(cells: Cell[]) => Cell[]} */
function firstCells(cells) {
  const boardOf = (/** @type {Cell} */ cell) => (cell.length === 3 ? cell[0] : 0);
  return cells.filter((cell, i) => cells.findIndex((other) => boardOf(other) === boardOf(cell)) === i);
}

/** The areas, in which each piece is one of its own.
 * @template {number[][] | number[][][]} Areas
 * @param {Areas} areas
 * @param {Cell} before the first indices
 * @param {Map<string, number>} owners by cell the number of its piece
 * @returns {Areas} */
function drawOwners(areas, before, owners) {
  return /** @type {Areas} */ (areas.map((part, i) => (Array.isArray(part)
    ? drawOwners(/** @type {any} */ (part), [...before, i], owners) : owners.get(String([...before, i])) ?? part)));
}

/** The glyphs of the pieces of which all copies are laid.
 * @type {(clicks: Clicks, laid: PiecePlace[]) => Set<string>} */
function usedGlyphs({ copies }, laid) {
  const count = (/** @type {string} */ piece) => laid.filter((place) => place.piece === piece).length;
  return new Set(laid.filter(({ piece }) => count(piece) >= (copies?.[piece] ?? Infinity)).map(({ glyph }) => glyph));
}

/** The scene below the board without things of some glyphs, and without words and lines there.
 * @template {Scene} Below @param {Below} below @param {Set<string>} used @returns {Below} */
function hideUsed(below, used) {
  const hidden = new Set(below.ground.flatMap((layer) => (layer.cells && used.has(layer.glyph) ? layer.cells.map(String) : [])));
  const isOpen = (/** @type {Cell} */ cell) => !hidden.has(String(cell));
  /** @type {(layer: Layer) => Layer[]} */
  const pick = (layer) => (layer.cells ? pickCells(layer, isOpen) : [layer]);
  const owners = new Map([...hidden].map((cell) => [cell, NO_AREA]));
  return { ...below, ground: below.ground.flatMap(pick), layers: below.layers.flatMap(pick), areas: below.areas && drawOwners(below.areas, [], owners) };
}
