// Questions about a board: the verbs of the command line, each with what it found out, as it would stand in a terminal,
// with pictures of the answers, and with the line that asks the same there.

import { makeButton, makeElement } from "./page_parts.js";
import { drawScene } from "./scene_drawing.js";
import { followServer, RefusedRequest } from "./server_requests.js";

/** @typedef {import("./documents.js").Scene} Scene */
/** @typedef {import("./documents.js").BoardDocument & {board: object}} OpenedBoard */
/** @typedef {{scene: Scene, difference: Scene | null, steps: number[] | null}} ShownAnswer */
/** @typedef {{open: (board: any) => void, put: (steps: number[]) => void}} AskActions */

/** By name what is asked, what a button says, and whether a solver may be chosen. @type {[string, string, boolean][]} */
const QUESTIONS = [
  ["solve", "Solve", true], ["unique", "Unique?", true], ["count", "How many solutions?", true],
  ["explain", "Explain step by step", false], ["grade", "How hard?", false], ["prove", "Prove the only solution", true],
  ["make unique", "Make it unique", false], ["minimal clues", "Take clues away", false],
];
const CHANGES = ["make unique", "minimal clues"]; // questions that only some puzzles answer
const MOST_ANSWERS = 2; // that are drawn

/**
 * @param {OpenedBoard} opened
 * @param {AskActions} actions
 * @param {string[]} backends
 * @param {string[]} changes what can be made of boards of this puzzle
 */
export function makeAskPanel(opened, actions, backends, changes) {
  const results = makeElement("div", { class: "results" });
  const backend = /** @type {HTMLSelectElement} */ (makeElement("select", {}, makeElement("option", { value: "" }, "the best"),
    ...backends.map((name) => makeElement("option", { value: name }, name))));
  const seconds = /** @type {HTMLInputElement} */ (makeElement("input", { type: "number", min: "1", max: "3600", value: "10" }));
  const asked = QUESTIONS.filter(([name]) => !CHANGES.includes(name) || changes.includes(name));
  const buttons = asked.map(([name, label, isSolved]) => makeButton(label, () => {
    const options = { time_limit: Number(seconds.value) || 10, ...(isSolved && backend.value ? { backend: backend.value } : {}) };
    askQuestion(results, label, { question: name, board: opened.board, options }, actions);
  }));
  return makeElement("div", {}, makeElement("h2", {}, "Ask"), makeElement("div", { class: "tools" }, ...buttons),
    makeElement("p", { class: "choose" }, makeElement("label", {}, "Solver ", backend), " ", makeElement("label", {}, "seconds ", seconds)), results);
}

/**
 * Ask, show how it goes, and then what came of it.
 * @param {HTMLElement} results
 * @param {string} label
 * @param {object} body
 * @param {AskActions} actions
 */
async function askQuestion(results, label, body, actions) {
  const ended = new AbortController(), said = makeElement("span", { role: "status" }, "asking ...");
  const figures = makeElement("span", { "aria-hidden": "true" }), progress = makeElement("p", {}, said, figures);
  const stop = makeButton("Stop", () => ended.abort());
  const card = makeElement("section", { class: "result", "aria-label": label }, makeElement("h3", {}, label, " ", stop), progress);
  results.prepend(card);
  const began = performance.now(), notes = /** @type {string[]} */ ([]);
  try {
    const result = await followServer("ask", body, (event) => {
      if (event.kind === "note") notes.push(event.text);
      else {
        const words = stageText(event);
        if (said.textContent !== words) said.textContent = words; // a screen reader reads stages, and no seconds
        figures.textContent = figuresText(event);
      }
    }, ended.signal);
    const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    progress.replaceWith(...describeResult(result, notes, actions), makeElement("p", { class: "soft small" }, took));
  } catch (error) {
    figures.textContent = "";
    said.textContent = ended.signal.aborted ? "stopped" : error instanceof RefusedRequest ? error.message : String(error);
  }
  stop.remove();
}

/** @param {{kind: string, [name: string]: any}} event */
function stageText(event) {
  if (event.kind === "queued") return `waiting: at place ${event.place}`;
  return event.kind === "progress" ? event.what : "working ...";
}

/** @param {{kind: string, [name: string]: any}} event */
function figuresText(event) {
  if (event.kind !== "progress") return "";
  const share = event.of ? ` ${event.done.toFixed(1)} of ${event.of.toFixed(0)} s` : "";
  return share + (event.note ? `, ${event.note}` : "");
}

/** @param {any} result @param {string[]} notes @param {AskActions} actions @returns {HTMLElement[]} */
function describeResult(result, notes, actions) {
  const answers = /** @type {ShownAnswer[]} */ (result.answers ?? []).slice(0, MOST_ANSWERS);
  const facts = factLines(result);
  return [
    ...facts.map((line) => makeElement("p", { class: "fact" }, line)),
    ...notes.map((note) => makeElement("p", { class: "soft small" }, note)),
    ...(answers.length ? [makeElement("div", { class: "boards answers" }, ...answers.map((answer, i) => answerFigure(answer, i, actions)))] : []),
    ...(result.note ? [makeElement("p", {}, result.note)] : []),
    ...(result.opened ? [makeElement("p", {}, makeButton("Open the changed board", () => actions.open(result.opened)))] : []),
    ...(result.text ? [makeElement("details", { open: !answers.length && !facts.length }, makeElement("summary", {}, "All that a terminal shows"), makeElement("pre", { class: "raw" }, result.text))] : []),
    ...(result.command ? [makeElement("p", { class: "soft small" }, "The same in a terminal: ", makeElement("code", {}, result.command))] : []),
  ];
}

/** By what a claim rests on, in words. @type {Record<string, string>} */
const EVIDENCE = {
  proved: "proved", "cross-checked": "confirmed by a second solver of another kind", verified: "checked against the rules",
  claimed: "one solver says so, and nobody has confirmed it",
};

/** What was found out, from the document of the verb. @param {any} result @returns {string[]} */
function factLines({ question, document: found }) {
  if (!found) return [];
  const claims = found.claims ?? {}, rests = (/** @type {string} */ name) => (claims[name] ? ` (${EVIDENCE[claims[name]] ?? claims[name]})` : "");
  if (question === "count") return [found.count === null ? "Not counted." : `${Number(found.count).toLocaleString("en")} ${found.count === "1" ? "solution" : "solutions"}${found.exact ? "" : " at least"}${rests("count")}`];
  if (question === "explain") return [];
  if (question === "grade" && found.difficulty) return [`Difficulty: ${found.difficulty.grade}`];
  if (question === "grade") return [found.status === "several" ? "Boards with one solution have a grade; this one has several." : "No grade is known."];
  if (found.status === "unsatisfiable") return [`There is no solution${rests("answer")}.`];
  if (found.answer === null) return [`No solution was found in the time: ${found.note || found.status}`];
  if (found.unique === true) return [`There is exactly one solution${rests("unique")}.`];
  if (found.unique === false) return ["There are several solutions."];
  return [question === "solve" ? `A solution by ${found.backend}${rests("answer")}.` : "Whether there is another solution is not known."];
}

/** @param {ShownAnswer} answer @param {number} number @param {AskActions} actions */
function answerFigure(answer, number, actions) {
  const { steps } = answer, caption = number ? "another solution, with what differs" : "a solution";
  return makeElement("figure", {}, makeElement("figcaption", {}, caption, ...(steps ? [" ", makeButton("Put it on the board", () => actions.put(steps))] : [])),
    makeElement("div", { class: "sheet" }, drawScene(answer.difference ?? answer.scene, document)));
}
