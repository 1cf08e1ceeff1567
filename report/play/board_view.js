// A board on a page: the picture, and over it an item for each cell, vertex or line, for keys and screen readers.
//
// The picture is drawn anew after each change. Items lie over it without being seen; they hold the focus, the words that
// a screen reader reads, and the notes. Clicks and strokes go to the place that is nearest to the pointer.

import { describeItem, listItems, nearestItem } from "./board_layout.js";
import { emptyStep, fitsPlace, isEmptyStep, nextStep } from "./board_state.js";
import { makeElement } from "./page_parts.js";
import { playedScene } from "./played_scene.js";
import { drawScene, redrawScene } from "./scene_drawing.js";
import { placeAt } from "./scene_places.js";

/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Clicks} Clicks */
/** @typedef {import("./board_state.js").BoardState} BoardState */
/** @typedef {import("./played_scene.js").Said} Said */
/**
 * @typedef {object} BoardActions
 * @property {(place: number, step: number, joined: boolean) => void} put a step at a place; joined: of the same stroke
 * @property {(place: number) => void} mark a place, or take the mark away
 * @property {(place: number, number: number) => void} note a number at a place
 * @property {(cells: number[][], isWhole: boolean) => void} choose cells for a piece; isWhole: the choice has ended
 * @property {() => (number | null)} chosenStep the step that a click puts, null for the one in turn
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 */

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ (
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
const STROKE_BEGINS = 0.6; // of a cell's side that the pointer has moved before it is a stroke
const TAP_ENDS = 12; // pixels that a finger may move

/**
 * The board as an element, and a function that shows a state on it.
 * @param {Scene} scene
 * @param {BoardActions} actions
 */
export function makeBoardView(scene, actions) {
  const clicks = /** @type {Clicks} */ (scene.clicks), items = listItems(scene);
  const drawing = drawScene(scene, document), picture = makeElement("div", { class: "picture", "aria-hidden": "true" }, drawing);
  const marks = items.map((item) => makeItem(scene, item));
  const overlay = makeElement("div", { class: "items", role: "grid", "aria-label": scene.title }, ...groupRows(items, marks));
  const element = makeElement("div", { class: "sheet play-board" }, makeElement("div", { class: "place" }, picture, overlay));
  const keys = pressedKeys(scene, actions, () => shown.state);
  /** @type {{state: BoardState, at: number}} */
  const shown = { state: /** @type {any} */ (null), at: Math.max(0, items.findIndex((item) => item.place >= 0)) };
  marks[shown.at]?.setAttribute("tabindex", "0");

  /** @param {number} to the item that has the focus */
  function moveTo(to) {
    marks[shown.at].setAttribute("tabindex", "-1");
    shown.at = to;
    marks[to].setAttribute("tabindex", "0");
    marks[to].focus({ preventScroll: false });
  }

  overlay.addEventListener("focusin", (event) => {
    const at = marks.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at >= 0 && at !== shown.at) moveTo(at);
  });
  overlay.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    if (direction && !event.altKey && !event.metaKey) moveTo(nearestItem(items, shown.at, direction, !!clicks.lines && !clicks.cells));
    else if (event.key === "PageDown" || event.key === "PageUp") moveTo(nextPlace(items, shown.at, event.key === "PageDown" ? 1 : -1));
    else if (!keys(event, items[shown.at])) return;
    event.preventDefault();
    event.stopPropagation();
  });
  overlay.addEventListener("click", (event) => { // of a screen reader: a pointer is followed below
    const at = marks.indexOf(/** @type {HTMLElement} */ (event.target));
    if (event.detail === 0 && at >= 0) putNext(clicks, actions, shown.state, items[at]);
  });
  followPointer(element, picture, scene, actions, () => shown.state, targetFinder(scene, items), (/** @type {number[] | number} */ target) => {
    const at = items.findIndex((item) => (typeof target === "number" ? item.place === target : String(item.cell) === String(target)));
    if (at >= 0) moveTo(at);
  });

  /** @param {BoardState} state @param {Said} said */
  function show(state, said) {
    shown.state = state;
    redrawScene(drawing, playedScene(scene, state.steps, said));
    const wrongCells = new Set((said.wrong?.cells ?? []).map(String)), wrongPlaces = new Set(said.wrong?.places ?? []);
    items.forEach((item, i) => {
      const isWrong = wrongPlaces.has(item.place) || (item.cell !== null && wrongCells.has(String(item.cell)));
      const words = describeItem(scene, item, state.steps, isWrong);
      if (marks[i].getAttribute("aria-label") !== words) marks[i].setAttribute("aria-label", words);
      const noted = item.place < 0 || state.steps[item.place] ? [] : state.notes[item.place] ?? [];
      marks[i].textContent = noted.join(" ");
      marks[i].classList.toggle("person", state.marks.includes(item.place) && item.place >= 0);
    });
  }

  return { element, show, focus: () => marks[shown.at]?.focus() };
}

/**
 * A function from a point of the picture to what a click there means: the number of a place, or a cell where pieces are
 * laid on cells; null for nothing.
 * @param {Scene} scene
 * @param {import("./board_layout.js").Item[]} items
 * @returns {(x: number, y: number) => number | number[] | null}
 */
function targetFinder(scene, items) {
  if (!scene.clicks?.pieces) return (x, y) => placeAt(scene, x, y);
  return (x, y) => items.find(({ box }) => x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3])?.cell ?? null;
}

/** @param {Scene} scene @param {import("./board_layout.js").Item} item */
function makeItem(scene, item) {
  const [x, y, width, height] = scene.box, percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  const made = makeElement("div", { class: "item", role: item.role, tabindex: "-1", "data-place": String(item.place) });
  made.style.left = percent(item.box[0] - x, width);
  made.style.top = percent(item.box[1] - y, height);
  made.style.width = percent(item.box[2], width);
  made.style.height = percent(item.box[3], height);
  if (item.cell) made.dataset.cell = String(item.cell);
  return made;
}

/** Items in rows, as a grid has them. @param {import("./board_layout.js").Item[]} items @param {HTMLElement[]} marks */
function groupRows(items, marks) {
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  items.forEach((item, i) => {
    if (!rows.has(item.row)) rows.set(item.row, makeElement("div", { role: "row" }));
    /** @type {HTMLElement} */ (rows.get(item.row)).append(marks[i]);
  });
  return [...rows.values()];
}

/** @param {import("./board_layout.js").Item[]} items @param {number} from @param {number} by */
function nextPlace(items, from, by) {
  for (let i = from + by; i >= 0 && i < items.length; i += by) if (items[i].place >= 0) return i;
  return from;
}

/** What a click leaves at an item. @param {Clicks} clicks @param {BoardActions} actions @param {BoardState} state @param {import("./board_layout.js").Item} item */
function putNext(clicks, actions, state, item) {
  if (clicks.pieces) actions.choose(item.cell ? [item.cell] : [], false);
  else if (item.place >= 0) actions.put(item.place, stepAfter(clicks, actions, state.steps[item.place], item.place), false);
}

/** @param {Clicks} clicks @param {BoardActions} actions @param {number} step @param {number} place */
function stepAfter(clicks, actions, step, place) {
  const chosen = actions.chosenStep();
  if (chosen === null) return nextStep(clicks, step, place);
  return !fitsPlace(clicks, chosen, place) ? step : chosen === step ? 0 : chosen;
}

/**
 * What keys do at an item; false for a key that does nothing.
 * @param {Scene} scene
 * @param {BoardActions} actions
 * @param {() => BoardState} state
 */
function pressedKeys(scene, actions, state) {
  const clicks = /** @type {Clicks} */ (scene.clicks);
  return (/** @type {KeyboardEvent} */ event, /** @type {import("./board_layout.js").Item} */ item) => {
    const key = event.key.toLowerCase(), place = item.place;
    if (event.ctrlKey || event.metaKey) {
      if (key !== "z" && key !== "y") return false;
      (key === "y" || event.shiftKey ? actions.redo : actions.undo)();
      return true;
    }
    if (key === "u") actions.undo();
    else if (key === "r") actions.redo();
    else if (key === "h") actions.hint();
    else if (key === " ") putNext(clicks, actions, state(), item);
    else if (key === "enter") clicks.pieces ? actions.choose([], true) : putNext(clicks, actions, state(), item);
    else if (place < 0) return false;
    else if (key === "m") actions.mark(place);
    else if (key === "x" || key === "-") actions.put(place, toggleEmpty(clicks, state().steps[place]), false);
    else if (key === "delete" || key === "backspace") actions.put(place, 0, false);
    else if (event.shiftKey && /^Digit[0-9]$/.test(event.code)) actions.note(place, Number(event.code.slice(5)));
    else if (/^[0-9]$/.test(key)) actions.put(place, stepOfDigit(clicks, state().steps[place], Number(key), place), false);
    else return false;
    return true;
  };
}

/** @param {Clicks} clicks @param {number} step */
function toggleEmpty(clicks, step) {
  return isEmptyStep(clicks, step) ? 0 : emptyStep(clicks);
}

/**
 * The step that a digit means: that with this number, also as the second digit of one; else that with so many lines;
 * else the one by its place in the row of steps.
 * @param {Clicks} clicks
 * @param {number} step
 * @param {number} digit
 * @param {number} place
 */
function stepOfDigit(clicks, step, digit, place) {
  const numberOf = (/** @type {number} */ i) => clicks.steps[i].number ?? 0;
  if (clicks.steps.some((_, i) => numberOf(i))) {
    const wanted = [10 * numberOf(step) + digit, digit].map((number) => clicks.steps.findIndex((_, i) => number > 0 && numberOf(i) === number));
    return wanted.find((found) => found > 0) ?? 0;
  }
  const inTurn = clicks.steps.map((_, number) => number).filter((number) => fitsPlace(clicks, number, place) && !isEmptyStep(clicks, number));
  return inTurn[digit] ?? step;
}

/**
 * Clicks, taps and strokes: with the mouse at once, with a finger when it is lifted, so that a page can be scrolled.
 * @param {HTMLElement} element
 * @param {HTMLElement} picture
 * @param {Scene} scene
 * @param {BoardActions} actions
 * @param {() => BoardState} state
 * @param {(x: number, y: number) => number | number[] | null} findTarget
 * @param {(target: number[] | number) => void} focusOn a cell, or a place
 */
function followPointer(element, picture, scene, actions, state, findTarget, focusOn) {
  const clicks = /** @type {Clicks} */ (scene.clicks);
  /** @type {{from: number, to: number, x: number, y: number, moved: boolean, cells: number[][]} | null} */
  let stroke = null;

  /** @param {PointerEvent} event @returns {[number, number]} the point in units of the picture */
  function pointOf(event) {
    const box = picture.getBoundingClientRect(), [x, y, width, height] = scene.box;
    return [x + ((event.clientX - box.left) / box.width) * width, y + ((event.clientY - box.top) / box.height) * height];
  }

  /** @param {PointerEvent} event */
  function begin(event) {
    const [x, y] = pointOf(event), target = findTarget(x, y);
    if (target === null) return;
    focusOn(target);
    if (typeof target !== "number") {
      stroke = { from: 0, to: 0, x, y, moved: false, cells: [target] };
      actions.choose([target], false);
      return;
    }
    const from = state().steps[target];
    const to = event.button === 2 ? toggleEmpty(clicks, from) : stepAfter(clicks, actions, from, target);
    stroke = clicks.press ? null : { from, to, x, y, moved: false, cells: [] };
    actions.put(target, to, false);
  }

  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") {
      stroke = { from: 0, to: 0, x: event.clientX, y: event.clientY, moved: false, cells: [] };
      return;
    }
    event.preventDefault();
    begin(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerType === "touch" || !event.buttons) return;
    const [x, y] = pointOf(event), target = findTarget(x, y);
    stroke.moved ||= Math.hypot(x - stroke.x, y - stroke.y) > STROKE_BEGINS * scene.unit;
    if (target === null || !stroke.moved) return;
    if (typeof target !== "number") {
      if (stroke.cells.some((cell) => String(cell) === String(target))) return;
      stroke.cells.push(target);
      actions.choose([target], false);
    } else if (state().steps[target] === stroke.from && fitsPlace(clicks, stroke.to, target)) actions.put(target, stroke.to, true);
  });
  element.addEventListener("pointerup", (event) => {
    const began = stroke;
    stroke = null;
    if (!began) return;
    if (event.pointerType === "touch") {
      if (Math.hypot(event.clientX - began.x, event.clientY - began.y) < TAP_ENDS) begin(event);
      stroke = null;
    } else if (began.cells.length > 1) actions.choose([], true);
  });
}
