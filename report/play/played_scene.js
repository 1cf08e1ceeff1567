// The scene of a board with what a person has put on it, and with what is said of that: pure, from the scene of the
// empty board.

import { layThings, lineLayerOf } from "./laid_things.js";

/** @typedef {import("./documents.js").Cell} Cell */
/** @typedef {import("./documents.js").Layer} Layer */
/** @typedef {import("./documents.js").Line} Line */
/** @typedef {import("./documents.js").LineLayer} LineLayer */
/** @typedef {import("./documents.js").Margin} Margin */
/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Whereabouts} Whereabouts */
/**
 * @typedef {object} Said
 * @property {Whereabouts} [wrong] what breaks a rule
 * @property {Whereabouts} [marked] what a hint points at
 * @property {Whereabouts} [deduced] what a hint puts
 */
/** @typedef {{cells: Cell[], lines: Line[]}} Spots */

/**
 * @param {Scene} scene of the empty board
 * @param {number[]} steps by place
 * @param {Said} [said]
 * @returns {Scene}
 */
export function playedScene(scene, steps, said = {}) {
  const laid = layThings(scene, steps), wrong = gatherSpots(scene, said.wrong);
  const marked = gatherSpots(scene, said.marked), deduced = gatherSpots(scene, said.deduced);
  const layers = [...signLayers(scene, { cells: [], lines: marked.lines }, "marked"), ...laid.layers];
  return {
    ...laid,
    layers: [
      ...tellWrong(scene, layers, wrong),
      ...signLayers(scene, { cells: marked.cells, lines: [] }, "marked"),
      ...signLayers(scene, deduced, "deduced"),
    ],
    left: tellMargin(scene.left, "left", said),
    top: tellMargin(scene.top, "top", said),
    right: tellMargin(scene.right, "right", said),
    bottom: tellMargin(scene.bottom, "bottom", said),
  };
}

// ---- what is said of it ------------------------------------------------------------------------------------------

/** The cells and lines that are pointed at, each once; places by the cells or the line that they are.
 * @type {(scene: Scene, where?: Whereabouts) => Spots} */
function gatherSpots({ clicks }, where) {
  const places = where?.places ?? [];
  const first = (clicks?.cells ?? []).length; // lines have their numbers behind those of cells
  const cells = [...(where?.cells ?? []), ...places.flatMap((place) => clicks?.pieces?.[place].cells ?? clicks?.cells?.slice(place, place + 1) ?? [])];
  const lines = [...(where?.lines ?? []), ...places.flatMap((place) => (place < first ? [] : clicks?.lines?.slice(place - first, place - first + 1) ?? []))];
  return { cells: eachOnce(cells), lines: eachOnce(lines) };
}

/** @template T @param {T[]} list @returns {T[]} */
const eachOnce = (list) => [...new Map(list.map((each) => [String(each), each])).values()];

/** Layers that only say something of their cells, and of their lines.
 * @type {(scene: Scene, spots: Spots, state: string) => Layer[]} */
function signLayers({ clicks }, { cells, lines }, state) {
  return [
    ...(lines.length ? [lineLayerOf("", state, lines, clicks?.between ?? "cells")] : []),
    ...(cells.length ? [{ glyph: "", state, cells }] : []),
  ];
}

/** The layers with what is wrong in that state: the topmost clue or laid thing in a cell, the lines of a place; where
 * there is none, the cell itself.
 * @type {(scene: Scene, layers: Layer[], wrong: Spots) => Layer[]} */
function tellWrong(scene, layers, wrong) {
  const left = { cells: new Map(wrong.cells.map((cell) => [String(cell), cell])), lines: new Map(wrong.lines.map((line) => [String(line), line])) };
  const laid = new Set(scene.clicks?.steps.map(({ glyph }) => glyph));
  const told = [...layers].reverse().flatMap((layer) => {
    if (!layer.glyph || layer.state !== "plain" || !(layer.words || laid.has(layer.glyph))) return [layer];
    const found = /** @type {Map<string, unknown>} */ (layer.lines ? left.lines : left.cells);
    const isWrong = (/** @type {unknown} */ place) => found.has(String(place));
    const parts = [pickPlaces(layer, isWrong, "wrong"), pickPlaces(layer, (place) => !isWrong(place), "plain")];
    for (const place of layer.lines ?? layer.cells) found.delete(String(place));
    return parts.filter((part) => (part.lines ?? part.cells).length);
  }).reverse();
  return [...told, ...signLayers(scene, { cells: [...left.cells.values()], lines: [...left.lines.values()] }, "wrong")];
}

/** Those things of a layer whose place is picked, in a state.
 * @type {(layer: Layer, isPicked: (place: unknown) => boolean, state: string) => Layer} */
function pickPlaces(layer, isPicked, state) {
  if (layer.lines) return { ...layer, state, lines: layer.lines.filter(isPicked) };
  const { words, cells } = layer;
  return { ...layer, state, cells: cells.filter(isPicked), ...(words ? { words: words.filter((_, i) => isPicked(cells[i])) } : {}) };
}

/** The words beside the board with their states: what is wrong is told before all else.
 * @type {(margin: Margin | null, side: string, said: Said) => Margin | null} */
function tellMargin(margin, side, said) {
  if (!margin) return null;
  const isIn = (/** @type {Whereabouts | undefined} */ where, /** @type {number} */ number) =>
    (where?.margins ?? []).some(([aside, at]) => aside === side && at === number);
  const told = /** @type {const} */ (["wrong", "marked", "deduced"]);
  const states = margin.states.map((state, i) => told.find((each) => isIn(said[each], i)) ?? state);
  return { ...margin, states };
}
