// The places of a scene in its picture: which of them a point means, and the box of each.

import { cornerOf, lineEnds } from "./scene_outlines.js";

/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Cell} Cell */
/** @typedef {[number, number, number, number]} Box - x, y, width and height */

const NEAR_LINE = 0.5; // so many units from the middle of a line
const NEAR_VERTEX = 0.5;
const BESIDE_LINE = 0.28; // of a line between cells that can be clicked, too

/**
 * The place that a point of the picture means: the cell that it is in, the vertex in whose square's circle it is, the
 * line whose middle is nearest; null for none. Of placements it is the first one with that cell.
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
export function placeAt(scene, x, y) {
  const { clicks, points, unit } = scene;
  if (!clicks) return null;
  if (clicks.lines) {
    const first = (clicks.cells ?? []).length, near = first ? BESIDE_LINE : NEAR_LINE;
    const line = nearestPlace(clicks.lines.map((each) => middleOfLine(scene, each, clicks.between ?? "cells")), x, y, near * unit);
    if (line !== null || !clicks.cells) return line === null ? null : first + line;
  }
  const cells = clicks.cells ?? (clicks.pieces ?? []).map((piece) => piece.cells[0]);
  if (points) return nearestPlace(cells.map((cell) => middleOfBox(cellSquare(scene, cell))), x, y, NEAR_VERTEX * unit);
  const holds = (/** @type {Cell} */ cell) => {
    const [left, top] = cornerOf(scene, cell);
    return x >= left && x < left + unit && y >= top && y < top + unit;
  };
  const place = clicks.pieces ? clicks.pieces.findIndex((piece) => piece.cells.some(holds)) : cells.findIndex(holds);
  return place < 0 ? null : place;
}

/** @type {(middles: [number, number][], x: number, y: number, most: number) => number | null} */
function nearestPlace(middles, x, y, most) {
  let nearest = null, least = most;
  middles.forEach(([mx, my], place) => {
    const far = Math.hypot(mx - x, my - y);
    if (far <= least) [nearest, least] = [place, far];
  });
  return nearest;
}

/** The box of a place: the square of a cell, around all cells of a placement, or around the middle of a line.
 * @type {(scene: Scene, place: number) => Box} */
export function placeSquare(scene, place) {
  const { clicks, unit } = scene;
  const first = (clicks?.cells ?? []).length;
  if (clicks?.lines && place >= first) {
    const [x, y] = middleOfLine(scene, clicks.lines[place - first], clicks.between ?? "cells");
    return [x - unit / 2, y - unit / 2, unit, unit];
  }
  const squares = (clicks?.pieces?.[place].cells ?? [clicks?.cells?.[place] ?? []]).map((cell) => cellSquare(scene, cell));
  const left = Math.min(...squares.map(([x]) => x)), top = Math.min(...squares.map(([, y]) => y));
  const right = Math.max(...squares.map(([x]) => x)), bottom = Math.max(...squares.map(([, y]) => y));
  return [left, top, right - left + unit, bottom - top + unit];
}

/** The square of a cell, or around a vertex.
 * @type {(scene: Scene, cell: Cell) => Box} */
export function cellSquare(scene, cell) {
  const [x, y] = cornerOf(scene, cell);
  return [x, y, scene.unit, scene.unit];
}

/** @type {(box: Box) => [number, number]} */
const middleOfBox = ([x, y, width, height]) => [x + width / 2, y + height / 2];

/** @type {(scene: Scene, line: import("./documents.js").Line, between: string) => [number, number]} */
function middleOfLine(scene, line, between) {
  const [[x, y], [x2, y2]] = lineEnds(scene, line, between);
  return [(x + x2) / 2, (y + y2) / 2];
}
