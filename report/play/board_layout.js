// Where on a board there is something to point at, read out, or reach by keys: its cells or vertices, and its lines.
//
// An item has a box in units of the picture, the place that a click means there, and words for those who cannot see it:
// the names of the glyphs in its cell, with their words. They are data of the scene, like everything else here.

import { isEmptyStep } from "./board_state.js";
import { cellSquare, placeSquare } from "./scene_places.js";

/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Clicks} Clicks */
/** @typedef {import("./documents.js").Margin} Margin */
/**
 * @typedef {object} Item
 * @property {"gridcell" | "rowheader" | "columnheader"} role
 * @property {number} place the number of the place, -1 where nothing can be put
 * @property {number} row items of one row are read out together
 * @property {[number, number, number, number]} box x, y, width, height
 * @property {string} name where it is: "row 3, column 5"
 * @property {string} lies what lies there from the start
 * @property {number[] | null} cell null for a line, and beside the board
 */

/** All items, in reading order. @param {Scene} scene @returns {Item[]} */
export function listItems(scene) {
  const clicks = /** @type {Clicks} */ (scene.clicks), lying = wordsByCell(scene);
  const placeOf = new Map((clicks.cells ?? []).map((cell, place) => [String(cell), place]));
  /** @type {Item[]} */
  const cells = listCells(scene.shape).map((cell) => ({
    role: "gridcell", place: placeOf.get(String(cell)) ?? -1, row: rowOf(cell), box: cellSquare(scene, cell),
    name: nameCell(scene, cell), lies: lying.get(String(cell)) ?? "", cell,
  }));
  /** @type {Item[]} */
  const lines = (clicks.lines ?? []).map((line, i) => ({
    role: "gridcell", place: placeOf.size + i, row: cells.length + line[0][0], box: placeSquare(scene, placeOf.size + i), cell: null, lies: "",
    name: `from ${nameEnd(scene, line[0])} to ${nameEnd(scene, line[1])}`,
  }));
  return [...listHeaders(scene), ...cells, ...lines].sort((one, other) => one.row - other.row);
}

/** The words beside the board, before the cells that they speak of. @param {Scene} scene @returns {Item[]} */
function listHeaders({ left, top, right, bottom, shape, unit }) {
  const list = (/** @type {Margin | null} */ margin, /** @type {string} */ role, /** @type {string} */ name, /** @type {(i: number) => number} */ row) =>
    margin ? margin.words.map((lies, i) => {
      const [x, y] = [0, 1].map((axis) => margin.corner[axis] + margin.step[axis] * i);
      return /** @type {Item} */ ({ role, row: row(i), box: [x, y, unit, unit], name: `${name} ${i + 1}`, lies, place: -1, cell: null });
    }) : [];
  const one = (/** @type {number} */ i) => i, last = shape[shape.length - 2];
  return [
    ...list(top, "columnheader", "column", () => -1), ...list(left, "rowheader", "row", one),
    ...list(right, "rowheader", bothSides(left, "right of row", "row"), one), ...list(bottom, "columnheader", bothSides(top, "below column", "column"), () => last),
  ];
}

/** The name of lines that have words on their second side, too. @param {Margin | null} first @param {string} name @param {string} other */
const bothSides = (first, name, other) => (first ? name : other);

/**
 * What lies at an item now, in words.
 * @param {Scene} scene
 * @param {Item} item
 * @param {number[]} steps
 * @param {boolean} isWrong
 */
export function describeItem(scene, item, steps, isWrong) {
  const clicks = /** @type {Clicks} */ (scene.clicks);
  const put = item.place < 0 || clicks.pieces ? "" : describeStep(clicks, steps[item.place]);
  return [item.name, item.lies, put, isWrong ? "breaks a rule" : ""].filter(Boolean).join(", ");
}

/** A step in words, "" where nothing is said of the place. @param {Clicks} clicks @param {number} number */
export function describeStep(clicks, number) {
  const step = clicks.steps[number];
  if (isEmptyStep(clicks, number)) return step.glyph || "nothing here";
  if (!step.answer) return "";
  const glyph = step.glyph || String(step.number ?? "");
  return step.count && step.count > 1 ? `${step.count} times ${glyph}` : glyph;
}

/**
 * The nearest item in a direction, for the arrow keys.
 * @param {Item[]} items
 * @param {number} from
 * @param {[number, number]} direction a unit step along x or y
 * @param {boolean} places only those where something can be put
 */
export function nearestItem(items, from, [dx, dy], places) {
  const [x, y] = middleOf(items[from].box);
  let best = from, least = Infinity;
  items.forEach((item, i) => {
    if (i === from || (places && item.place < 0)) return;
    const [ex, ey] = middleOf(item.box), along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    const far = along + 2 * aside;
    if (along > 0.5 && aside <= along * 1.01 && far < least) [best, least] = [i, far];
  });
  return best;
}

/** @param {[number, number, number, number]} box @returns {[number, number]} */
function middleOf([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

/** @param {number[]} shape @returns {number[][]} every cell of a board, or every vertex of a graph */
function listCells(shape) {
  return shape.reduce((cells, size) => cells.flatMap((cell) => Array.from({ length: size }, (_, i) => [...cell, i])),
    /** @type {number[][]} */ ([[]]));
}

/** @param {number[]} cell */
function rowOf(cell) {
  return cell.length === 1 ? 0 : cell.length === 2 ? cell[0] : cell[0] * 10_000 + cell[1];
}

/** @param {Scene} scene @param {number[]} cell */
function nameCell(scene, cell) {
  if (cell.length === 1) return `vertex ${scene.names?.[cell[0]] ?? cell[0]}`;
  const [row, column] = cell.slice(-2), board = cell.length > 2 ? `board ${cell[0] + 1}, ` : "";
  return `${board}row ${row + 1}, column ${column + 1}`;
}

/** @param {Scene} scene @param {number[]} end */
function nameEnd(scene, end) {
  const clicks = /** @type {Clicks} */ (scene.clicks);
  return clicks.between === "corners" ? `corner ${end[0] + 1}, ${end[1] + 1}` : nameCell(scene, end);
}

/** What lies in each cell from the start, in words. @param {Scene} scene @returns {Map<string, string>} */
function wordsByCell(scene) {
  /** @type {Map<string, string>} */
  const words = new Map();
  for (const layer of scene.layers) {
    if (!layer.cells || !layer.glyph) continue;
    layer.cells.forEach((cell, i) => {
      const before = words.get(String(cell)), word = layer.words ? layer.words[i] : "";
      const named = layer.glyph === "word" ? word : word ? `${layer.glyph} ${word}` : layer.glyph;
      words.set(String(cell), before ? `${before}, ${named}` : named);
    });
  }
  return words;
}
