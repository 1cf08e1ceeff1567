// Where the things of a scene are in its picture, and outlines through many places at once: numbers, and what stands in
// the `d` of a path.

/** @import { Cell, Line, LineLayer, Part, Scene } from "./documents.js" */

const OUTSIDE_AREA = -2;
const ARROW_LENGTH = 8, ARROW_WIDTH = 8;

/** Ten digits, as many as a picture can need: 0.1 + 0.2 is 0.3.
 * @type {(value: number) => number} */
export const briefNumber = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(10)));

/** The two ends of a line in the picture.
 * @type {(scene: Scene, line: Line, between: string) => number[][]} */
export function lineEnds(scene, line, between) {
  const middle = between === "cells" || scene.points ? scene.unit / 2 : 0;
  return line.map((end) => cornerOf(scene, end).map((value) => value + middle));
}

/** The upper left corner of a cell, or of the square around a vertex: x and y.
 * @type {(scene: Scene, cell: Cell) => number[]} */
export function cornerOf({ points, shape, unit }, cell) {
  if (points) {
    const [x, y] = points[cell.reduce((number, index, axis) => number * shape[axis] + index, 0)];
    return [x - unit / 2, y - unit / 2];
  }
  const [row, column] = cell.slice(-2), board = cell.length === 3 ? cell[0] : 0;
  return [unit * (column + board * (shape[shape.length - 1] + 1)), unit * row];
}

/** Rows and columns of each board, and where the boards begin, which are one cell apart.
 * @type {(scene: Scene) => {height: number, width: number, begins: number[]}} */
export function boardSides({ shape, unit }) {
  const [height, width] = shape.slice(-2);
  return { height, width, begins: Array.from({ length: shape.length === 3 ? shape[0] : 1 }, (_, i) => unit * i * (width + 1)) };
}

/** @type {(scene: Scene) => string} */
export function outlineFloor(scene) {
  const { height, width, begins } = boardSides(scene);
  return begins.map((x) => outlineBox(x, 0, scene.unit * width, scene.unit * height)).join("");
}

/** @type {(length: number, show: (i: number) => string) => string} */
const joinNumbered = (length, show) => Array.from({ length }, (_, i) => show(i)).join("");

/** @type {(scene: Scene) => string} */
export function outlineGrid(scene) {
  const { height, width, begins } = boardSides(scene), unit = scene.unit;
  return begins.map((x) => joinNumbered(height + 1, (r) => `M${x} ${unit * r}h${unit * width}`)
    + joinNumbered(width + 1, (c) => `M${x + unit * c} 0v${unit * height}`)).join("");
}

/** The lines between cells of different areas, and around the board.
 * @type {(scene: Scene, areas: Scene["areas"]) => string} */
export function outlineAreas({ unit }, areas) {
  if (!areas) return "";
  const isSeveral = Array.isArray(areas[0][0]);
  const rows = isSeveral
    ? areas[0].map((_, r) => /** @type {number[][][]} */ (areas).flatMap((board) => [...board[r], OUTSIDE_AREA]))
    : /** @type {number[][]} */ (areas);
  const area = (/** @type {number} */ r, /** @type {number} */ c) => rows[r]?.[c] ?? OUTSIDE_AREA;
  const upright = [], flat = [];
  for (let r = 0; r <= rows.length; r += 1) {
    for (let c = 0; c <= rows[0].length; c += 1) {
      if (area(r, c) !== area(r, c - 1)) upright.push(`M${unit * c} ${unit * r}v${unit}`);
      if (area(r, c) !== area(r - 1, c)) flat.push(`M${unit * c} ${unit * r}h${unit}`);
    }
  }
  return upright.join("") + flat.join("");
}

// ---- layers ------------------------------------------------------------------------------------------------------

/** Each run of cells of a row, or of a column, as one rectangle in the middle of its cells.
 * @type {(scene: Scene, cells: Cell[], part: Part) => string} */
export function outlineStrips(scene, cells, { thick = 0, down = false }) {
  const { unit, shape } = scene, aside = Math.floor((unit - thick) / 2);
  const placed = cells.map((cell) => {
    const [row, column] = cell.slice(-2);
    return { board: cell.length === 3 ? cell[0] : 0, line: down ? column : row, at: down ? row : column };
  }).sort((a, b) => a.board - b.board || a.line - b.line || a.at - b.at);
  const strips = [];
  for (let i = 0, end = 1; i < placed.length; i = end++) {
    const { board, line, at } = placed[i];
    const follows = () => placed[end]?.board === board && placed[end].line === line && placed[end].at === at + end - i;
    while (follows()) end += 1;
    const shift = unit * board * (shape[shape.length - 1] + 1), along = unit * at, far = unit * (end - i);
    const across = unit * line + aside;
    strips.push(down ? outlineBox(across + shift, along, thick, far) : outlineBox(along + shift, across, far, thick));
  }
  return strips.join("");
}

/** @type {(x: number, y: number, wide: number, tall: number) => string} */
const outlineBox = (x, y, wide, tall) => `M${x} ${y}h${wide}v${tall}h${-wide}z`;

/** @type {(ends: number[][][], layer: LineLayer, apart: number) => string} */
export function outlineLanes(ends, { count, lane, lanes }, apart) {
  const pieces = [];
  for (let at = lane; at < lane + count; at += 1) {
    const aside = apart * ((lanes - 1) / 2 - at); // to the left of who walks along
    for (const [[x, y], [x2, y2]] of ends) {
      const dx = x2 - x, dy = y2 - y, far = Math.max(Math.hypot(dx, dy), 1);
      const begin = [x + (aside * dy) / far, y - (aside * dx) / far, dx, dy].map(briefNumber);
      pieces.push(`M${begin[0]} ${begin[1]}l${begin[2]} ${begin[3]}`);
    }
  }
  return pieces.join("");
}

/** The head of an arrow, its tip so far before the second end.
 * @type {(ends: number[][], before: number) => string} */
export function outlineArrow([[x, y], [x2, y2]], before) {
  const far = Math.max(Math.hypot(x2 - x, y2 - y), 1e-9), ax = (x2 - x) / far, ay = (y2 - y) / far;
  const tip = [x2 - before * ax, y2 - before * ay], back = [tip[0] - ARROW_LENGTH * ax, tip[1] - ARROW_LENGTH * ay];
  const aside = [-ay * (ARROW_WIDTH / 2), ax * (ARROW_WIDTH / 2)];
  const corners = [tip, [back[0] + aside[0], back[1] + aside[1]], [back[0] - aside[0], back[1] - aside[1]]];
  return `M${corners.map((corner) => corner.map((value) => Math.round(10 * value) / 10 + 0).join(" ")).join("L")}z`;
}
