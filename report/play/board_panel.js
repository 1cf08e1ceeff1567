// A board to play: its picture, what can be done with it, its rules, and what is said of it.
//
// Rules that are broken light up after each change. A hint comes in three stages: where to look, why, what follows.

import { answerOf, clearBoard, keptState, putSteps, redoMove, toggleMark, toggleNote, undoMove } from "./board_state.js";
import { describeStep } from "./board_layout.js";
import { makeBoardView } from "./board_view.js";
import { prepareChecks } from "./check_rows.js";
import { hintLines, nextHint } from "./hints.js";
import { clockText, makeButton, makeElement } from "./page_parts.js";
import { listLaid, matchPiece, toggleCell } from "./piece_choice.js";
import { checkPlay } from "./rule_checks.js";

/** @typedef {import("./documents.js").BoardDocument} BoardDocument */
/** @typedef {import("./documents.js").Clicks} Clicks */
/** @typedef {import("./board_state.js").BoardState} BoardState */
/**
 * @typedef {object} Kept what is kept of a board between two visits
 * @property {number[]} steps
 * @property {number[]} marks
 * @property {Record<string, number[]>} notes
 * @property {number} seconds
 */
/**
 * @typedef {object} PanelChoices
 * @property {Kept | null} kept
 * @property {(kept: Kept, isSolved: boolean) => void} onChange
 * @property {(answer: Record<string, unknown>) => void} [onAnswer] told each answer, where somebody else judges it, too
 */

/**
 * @typedef {object} BoardPanel
 * @property {HTMLElement} element
 * @property {() => void} focus
 * @property {(steps: number[]) => void} putAll put these steps on the board, as one move
 * @property {(told: BoardDocument) => void} learn the same board with hints, a solution, and what costs least
 */

/**
 * @param {BoardDocument} board
 * @param {PanelChoices} choices
 * @returns {BoardPanel}
 */
export function makeBoardPanel(board, { kept, onChange, onAnswer }) {
  let known = board; // with hints and a solution, as soon as they are there
  const scene = board.scene, clicks = /** @type {Clicks} */ (scene.clicks);
  let checks = board.checks && prepareChecks(board.checks);
  let state = keptState(clicks, kept);
  let seconds = Number(kept?.seconds) || 0, isSolved = false, stage = 0, chosenStep = /** @type {number | null} */ (null);
  let chosenCells = /** @type {number[][]} */ ([]), toldBroken = "";
  let said = /** @type {import("./played_scene.js").Said} */ ({});
  let judged = /** @type {ReturnType<typeof checkPlay> | null} */ (null);

  const message = makeElement("p", { class: "message", role: "status" });
  const clock = makeElement("span", { class: "clock", title: "time" }, clockText(seconds));
  const rules = makeElement("ul", { class: "rules" }, ...board.rules.map((rule) => makeElement("li", {}, rule)));
  const broken = makeElement("ul", { class: "broken", "aria-live": "polite" });
  const verified = makeElement("details", {}, makeElement("summary", {}, "What a whole answer would still lack"), makeElement("ul", { class: "verified" }));
  const doIt = makeButton("Do it", () => followHint(), { class: "do-it", hidden: "" });

  const view = makeBoardView(scene, {
    put: (place, step, joined) => change(putSteps(state, [[place, step]], joined)),
    mark: (place) => change(toggleMark(state, place)),
    note: (place, number) => change(toggleNote(state, place, number)),
    choose: chooseCells,
    chosenStep: () => chosenStep,
    undo: () => change(undoMove(state)),
    redo: () => change(redoMove(state)),
    hint: () => showHint(),
  });
  const layIt = makeButton("Lay this piece", () => chooseCells([], true), { class: "do-it", hidden: "", "aria-keyshortcuts": "Enter" });
  const hint = makeButton("Hint", () => showHint(), { "aria-keyshortcuts": "H" });
  const undo = makeButton("Undo", () => change(undoMove(state)), { "aria-keyshortcuts": "U" });
  const redo = makeButton("Redo", () => change(redoMove(state)), { "aria-keyshortcuts": "R" });
  const tools = makeElement("div", { class: "tools", role: "toolbar", "aria-label": "Tools" }, undo, redo,
    makeButton("Clear", () => change(clearBoard(state))),
    makeButton("Right so far?", () => tellMistakes()),
    hint, doIt, layIt, clock);
  const element = makeElement("div", { class: "panel" }, view.element,
    makeElement("div", { class: "beside" }, tools, stepPalette(clicks, (step) => { chosenStep = step; }), message, broken,
      makeElement("details", { open: true }, makeElement("summary", {}, "Rules"), rules), ...(onAnswer ? [verified] : [])));

  /** @param {BoardState} next */
  function change(next) {
    if (next === state) return;
    state = next;
    stage = 0;
    doIt.hidden = layIt.hidden = true;
    said = { wrong: said.wrong };
    message.textContent = "";
    view.show(state, said);
    setTimeout(judge); // the change is seen first
  }

  function judge() {
    judged = checks && checkPlay(checks, state.steps);
    const wrong = judged?.broken ?? [], before = JSON.stringify(said);
    said = { ...said, wrong: gatherPlaces(wrong), marked: chosenCells.length ? { cells: chosenCells } : said.marked };
    if (JSON.stringify(said) !== before) view.show(state, said); // else the board is shown as it is
    const told = listBroken(wrong);
    if (told.join("\n") !== toldBroken) broken.replaceChildren(...told.map((words) => makeElement("li", {}, words))); // else it would be read again
    toldBroken = told.join("\n");
    const wasSolved = isSolved;
    isSolved = judged?.satisfied === true && isBest(judged);
    element.classList.toggle("solved", isSolved);
    if (judged?.satisfied && !isSolved) message.textContent = `All rules are kept, but it costs ${judged.cost}; ${judged.best} is possible.`;
    if (isSolved && !wasSolved) message.textContent = `Solved in ${clockText(seconds)}.`;
    undo.disabled = !state.past.length;
    redo.disabled = !state.future.length;
    onChange({ steps: state.steps, marks: state.marks, notes: state.notes, seconds }, isSolved);
    onAnswer?.(answerOf(scene, state.steps));
  }

  function tellMistakes() {
    const unique = known.solution?.unique ? known.solution.steps : null;
    const wrong = unique ? state.steps.map((step, place) => (step && !isSame(clicks, step, unique[place]) ? place : -1)).filter((place) => place >= 0) : [];
    if (isSolved) message.textContent = "It is solved.";
    else if (judged?.broken.length) message.textContent = "No: a rule is broken.";
    else if (wrong.length) message.textContent = "No: something on the board is not part of the solution. A hint says where.";
    else if (unique) message.textContent = "Yes: all that is on the board is part of the solution.";
    else message.textContent = "No rule is broken so far. This board has several solutions, or it is not known whether it has.";
  }

  function canHint() {
    return Boolean(known.hints ?? known.solution);
  }

  function showHint() {
    if (!canHint()) return;
    const next = nextHint(known, state.steps), last = next.stages.length;
    stage = Math.min(stage + 1, last);
    message.replaceChildren(...hintLines(next, stage).map((line) => makeElement("span", { class: "line" }, line)));
    const isTold = stage === last && next.marks.length > 0;
    said = { ...said, marked: next.stages[stage - 1].marked, deduced: isTold ? { places: next.marks.map(([place]) => place) } : undefined };
    doIt.hidden = !isTold;
    view.show(state, said);
  }

  function followHint() {
    change(putSteps(state, nextHint(known, state.steps).marks));
    view.focus();
  }

  /** @param {number[][]} cells @param {boolean} isWhole */
  function chooseCells(cells, isWhole) {
    const laid = listLaid(clicks, state.steps);
    message.textContent = "";
    for (const cell of cells) {
      const place = laid.get(String(cell));
      if (place !== undefined) return change(putSteps(state, [[place, 0]]));
      chosenCells = toggleCell(chosenCells, cell);
    }
    const { place, isFinal } = matchPiece(clicks, state.steps, chosenCells);
    layIt.hidden = place < 0 || isFinal || isWhole; // a larger piece may become of it
    if (place >= 0 && (isFinal || isWhole)) {
      chosenCells = [];
      said = { ...said, marked: undefined };
      return change(putSteps(state, [[place, clicks.steps.findIndex((step) => step.answer)]]));
    }
    if (isWhole) {
      message.textContent = chosenCells.length ? "No piece that is left has this shape." : "";
      chosenCells = [];
    }
    said = { ...said, marked: { cells: chosenCells } };
    view.show(state, said);
  }

  hint.disabled = !canHint();
  let wasShown = false; // a board that has left the page needs no clock
  const ticking = setInterval(() => {
    if (wasShown && !element.isConnected) clearInterval(ticking);
    wasShown ||= element.isConnected;
    if (isSolved || document.hidden || !state.past.length) return;
    seconds += 1;
    clock.textContent = clockText(seconds);
  }, 1000);
  view.show(state, said);
  judge();
  return {
    element,
    focus: view.focus,
    putAll: (steps) => change(putSteps(state, steps.map((step, place) => [place, step]))),
    learn: (told) => {
      known = told;
      checks = told.checks && prepareChecks(told.checks);
      hint.disabled = !canHint();
      judge();
    },
  };
}

/** Is it as cheap as it can be, where something counts? @param {ReturnType<typeof checkPlay>} judged */
function isBest(judged) {
  return judged.best === null || judged.best === undefined || judged.cost === null || judged.cost <= judged.best;
}

/** Do two steps say the same of a place: nothing there, or the same thing? @param {Clicks} clicks @param {number} step @param {number} other */
function isSame(clicks, step, other) {
  return step === other || (!clicks.steps[step].answer && !clicks.steps[other].answer);
}

/** Broken rules in words, each once, with the names of its rows. @param {{sentence: string, name: string}[]} wrong */
function listBroken(wrong) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { sentence, name } of wrong) names.set(sentence, [...(names.get(sentence) ?? []), ...(name ? [name] : [])]);
  return [...names].map(([sentence, rows]) => (rows.length ? `${sentence}: ${[...new Set(rows)].slice(0, 4).join(", ")}` : sentence));
}

/** All that broken rows speak of. @param {import("./rule_checks.js").BrokenRow[]} rows */
function gatherPlaces(rows) {
  return {
    cells: rows.flatMap((row) => row.cells),
    margins: rows.flatMap((row) => row.margins), places: [...new Set(rows.flatMap((row) => row.places))],
  };
}

/**
 * What a click puts: by default what comes in turn, or one thing only.
 * @param {Clicks} clicks
 * @param {(step: number | null) => void} choose
 */
function stepPalette(clicks, choose) {
  if (clicks.pieces || clicks.press) return makeElement("span");
  const name = `palette-${Math.random().toString(36).slice(2)}`;
  const options = [null, ...clicks.steps.map((_, step) => step).filter((step) => step > 0)];
  return makeElement("fieldset", { class: "palette" }, makeElement("legend", {}, "A click puts"), ...options.map((step) => {
    const input = makeElement("input", { type: "radio", name, checked: step === null, change: () => choose(step) });
    return makeElement("label", {}, input, step === null ? "each in turn" : describeStep(clicks, step));
  }));
}
