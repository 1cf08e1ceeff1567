// What a person has put on a board: a step for each place, with marks, notes, undo and redo. All functions are pure.
//
// Places and steps are those of `clicks` in the scene, by number: step 0 says nothing of a place. A move is a list of
// changes [place, step before, step after], so that one stroke over many places is undone at once.

/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").Clicks} Clicks */
/** @typedef {[number, number, number]} Change */
/**
 * @typedef {object} BoardState
 * @property {number[]} steps the step of each place
 * @property {Change[][]} past moves that can be undone, the latest last
 * @property {Change[][]} future moves that can be done again, the next one last
 * @property {number[]} marks places that the person marked
 * @property {Record<string, number[]>} notes by place the numbers that the person noted
 */

/** @param {Clicks} clicks @returns {unknown[]} the places, in their order */
export function listPlaces(clicks) {
  return clicks.pieces ?? [...clicks.cells ?? [], ...clicks.lines ?? []];
}

/**
 * May a step lie at a place? Where cells and lines can be clicked, some lie in cells only, some between them.
 * @param {Clicks} clicks
 * @param {number} step
 * @param {number} place
 */
export function fitsPlace(clicks, step, place) {
  const { on } = clicks.steps[step];
  return !on || (on === "cells") === place < (clicks.cells ?? []).length;
}

/** @param {Clicks} clicks @returns {BoardState} */
export function newState(clicks) {
  return { steps: listPlaces(clicks).map(() => 0), past: [], future: [], marks: [], notes: {} };
}

/**
 * The state that a browser kept of a board; an empty one where what it kept is none of this board.
 * @param {Clicks} clicks
 * @param {any} kept
 * @returns {BoardState}
 */
export function keptState(clicks, kept) {
  const empty = newState(clicks), places = empty.steps.length;
  const isNumber = (/** @type {unknown} */ value, /** @type {number} */ end) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;
  const { steps, marks, notes } = kept ?? {};
  if (!Array.isArray(steps) || steps.length !== places || !steps.every((step, place) => isNumber(step, clicks.steps.length) && fitsPlace(clicks, step, place))) return empty;
  const areMarks = Array.isArray(marks) && marks.every((place) => isNumber(place, places));
  const noted = Object.entries(notes ?? {}).filter(([, numbers]) => Array.isArray(numbers) && numbers.every((number) => isNumber(number, 10)));
  return { ...empty, steps, marks: areMarks ? marks : [], notes: Object.fromEntries(noted) };
}

/**
 * The state after some places got other steps, as one move.
 * @param {BoardState} state
 * @param {[number, number][]} wanted places with their new steps
 * @param {boolean} [joined] does it belong to the latest move, as a part of one stroke?
 * @returns {BoardState} the same object where nothing changes
 */
export function putSteps(state, wanted, joined = false) {
  /** @type {Change[]} */
  const move = wanted.filter(([place, step]) => state.steps[place] !== step)
    .map(([place, step]) => [place, state.steps[place], step]);
  if (!move.length) return state;
  const past = joined && state.past.length ? [...state.past.slice(0, -1), [...state.past.at(-1) ?? [], ...move]] : [...state.past, move];
  return { ...state, steps: withChanges(state.steps, move, 2), past, future: [] };
}

/** @param {BoardState} state @returns {BoardState} */
export function undoMove(state) {
  const move = state.past.at(-1);
  if (!move) return state;
  const steps = withChanges(state.steps, [...move].reverse(), 1);
  return { ...state, steps, past: state.past.slice(0, -1), future: [...state.future, move] };
}

/** @param {BoardState} state @returns {BoardState} */
export function redoMove(state) {
  const move = state.future.at(-1);
  if (!move) return state;
  return { ...state, steps: withChanges(state.steps, move, 2), past: [...state.past, move], future: state.future.slice(0, -1) };
}

/** The state of an empty board, as a move that can be undone. @param {BoardState} state @returns {BoardState} */
export function clearBoard(state) {
  return { ...putSteps(state, state.steps.map((_, place) => [place, 0])), marks: [], notes: {} };
}

/** @param {BoardState} state @param {number} place @returns {BoardState} marked, or no longer */
export function toggleMark(state, place) {
  const isMarked = state.marks.includes(place);
  return { ...state, marks: isMarked ? state.marks.filter((each) => each !== place) : [...state.marks, place] };
}

/** @param {BoardState} state @param {number} place @param {number} number @returns {BoardState} noted, or no longer */
export function toggleNote(state, place, number) {
  const noted = state.notes[place] ?? [];
  const now = noted.includes(number) ? noted.filter((each) => each !== number) : [...noted, number].sort((a, b) => a - b);
  return { ...state, notes: { ...state.notes, [place]: now } };
}

/**
 * The step that a click makes of another one. The last one is followed by the first; where a click is a press, which a
 * second one takes back, nothing is said of the place then.
 * @param {Clicks} clicks
 * @param {number} step
 * @param {number} place
 */
export function nextStep(clicks, step, place) {
  const inTurn = clicks.steps.map((_, number) => number)
    .filter((number) => (!clicks.press || !isEmptyStep(clicks, number)) && fitsPlace(clicks, number, place));
  return inTurn[(inTurn.indexOf(step) + 1) % inTurn.length];
}

/**
 * Does it say that nothing of an answer lies there? What it lays is seen, such as a white disc where black ones are asked for.
 * @param {Clicks} clicks
 * @param {number} step
 */
export function isEmptyStep(clicks, step) {
  return step > 0 && !clicks.steps[step].answer;
}

/** @param {Clicks} clicks @returns {number} the step that says that nothing lies there, 0 without one */
export function emptyStep(clicks) {
  return Math.max(0, clicks.steps.findIndex((_, step) => isEmptyStep(clicks, step)));
}

/** @param {number[]} steps @param {Change[]} move @param {1 | 2} side 1: what was before @returns {number[]} */
function withChanges(steps, move, side) {
  const changed = [...steps];
  for (const change of move) changed[change[0]] = change[side];
  return changed;
}

/**
 * The answer in JSON, as the checks of this project read it.
 * @param {Scene} scene
 * @param {number[]} steps
 * @returns {Record<string, unknown>}
 */
export function answerOf(scene, steps) {
  const clicks = /** @type {Clicks} */ (scene.clicks), key = clicks.steps.find((step) => step.answer)?.answer ?? "";
  const answer = clicks.numbers ? { [key]: gridOfSteps(clicks, steps) } : answerLists(scene, clicks, steps);
  return clicks.inside ? { [clicks.inside]: answer } : answer;
}

/** The numbers of an answer that is a grid of them. @param {Clicks} clicks @param {number[]} steps @returns {number[][]} */
export function gridOfSteps(clicks, steps) {
  const grid = (clicks.numbers ?? []).map((row) => [...row]);
  clicks.cells?.forEach(([r, c], place) => {
    const step = clicks.steps[steps[place]];
    if (step.answer) grid[r][c] = step.number ?? 0;
  });
  return grid;
}

/** The answer that lists its places. @param {Scene} scene @param {Clicks} clicks @param {number[]} steps */
function answerLists(scene, clicks, steps) {
  const places = listPlaces(clicks), keys = new Set(clicks.steps.map((step) => step.answer).filter(Boolean));
  /** @type {Record<string, unknown[]>} */
  const answer = Object.fromEntries([...keys].map((key) => [key, [...(clicks.given ?? [])]]));
  steps.forEach((number, place) => {
    const step = clicks.steps[number];
    if (step.answer) answer[step.answer].push(answerEntry(scene, clicks, places[place], step));
  });
  return answer;
}

/**
 * A place with a step as it stands in an answer.
 * @param {Scene} scene
 * @param {Clicks} clicks
 * @param {any} place
 * @param {import("./documents.js").Step} step
 */
function answerEntry(scene, clicks, place, step) {
  if (clicks.pieces) return { piece: place.piece, cells: place.cells };
  if (Array.isArray(place[0])) return clicks.numbered ? [...place, step.count] : place;
  const named = scene.names ? scene.names[place[0]] : place;
  return step.number === undefined ? named : [named, step.number];
}

/**
 * The steps of an answer: the reverse of `answerOf`. Places of which it says nothing have step 0.
 * @param {Scene} scene
 * @param {Record<string, any>} answer
 * @returns {number[]}
 */
export function stepsOf(scene, answer) {
  const clicks = /** @type {Clicks} */ (scene.clicks);
  if (clicks.inside) answer = answer[clicks.inside];
  const listed = Object.fromEntries(Object.entries(answer).map(([key, entries]) => [key, new Set(entries.map(entryText))]));
  return listPlaces(clicks).map((place) => Math.max(0, clicks.steps.findIndex((step) => step.answer && (clicks.numbers
    ? numberAt(answer[step.answer], place) === step.number
    : listed[step.answer]?.has(entryText(answerEntry(scene, clicks, place, step)))))));
}

/** @param {number[][]} grid @param {any} cell */
function numberAt(grid, [r, c]) {
  return grid?.[r]?.[c];
}

/** @param {any} entry of an answer @returns {string} the same for the same entry, in whatever order its keys stand */
function entryText(entry) {
  return JSON.stringify(entry?.piece === undefined ? entry : [entry.piece, entry.cells]);
}
