// The page of `rosetta play`: choose or open a board, play it, ask about it. Its address holds the board.

import { makeAskPanel } from "./ask_panel.js";
import { makeBoardPanel } from "./board_panel.js";
import { keepState, readKept } from "./kept_states.js";
import { makeElement } from "./page_parts.js";
import { drawScene } from "./scene_drawing.js";
import { askServer, followServer, RefusedRequest } from "./server_requests.js";

/** @typedef {{text: string, puzzle?: string, file?: string, options?: Record<string, string>, seed?: number}} AskedBoard */
/** @typedef {import("./documents.js").BoardDocument & {board: AskedBoard}} OpenedBoard */

const choose = /** @type {HTMLFormElement} */ (document.getElementById("choose"));
const enter = /** @type {HTMLFormElement} */ (document.getElementById("enter"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const MOST_TOLD = 12; // broken rules that are listed
const PAUSE = 150; // milliseconds after a change, before the server is asked about it
const MOST_SEEDS = 1e6; // of boards that are made
let opening = new AbortController(), judging = new AbortController(), learning = new AbortController();
let backends = /** @type {string[]} */ ([]);
let changes = /** @type {Record<string, string[]>} */ ({}); // that can be made of boards, by puzzle

/** @param {string} name @returns {any} a field of the form that makes boards */
function chosenField(name) {
  return choose.elements.namedItem(name);
}

/** Say something, or why something cannot be done. @param {unknown} what */
function tellAll(what) {
  said.textContent = what instanceof RefusedRequest ? what.message : String(what);
}

/** Do something that takes a while, which what is done next ends. @param {(signal: AbortSignal) => Promise<void>} work */
async function tryOpening(work) {
  opening.abort();
  opening = new AbortController();
  const { signal } = opening;
  document.body.classList.add("busy");
  try {
    await work(signal);
  } catch (error) {
    if (!signal.aborted) tellAll(error);
  }
  if (!signal.aborted) document.body.classList.remove("busy");
}

/** @param {AskedBoard} asked */
function openBoard(asked) {
  return tryOpening(async (signal) => {
    tellAll("Opening the board ...");
    showBoard(await askServer("open", { board: asked }, signal));
  });
}

/** @param {OpenedBoard} opened */
function showBoard(opened) {
  const article = /** @type {HTMLElement} */ (document.getElementById("board"));
  /** @type {HTMLDetailsElement} */ (document.getElementById("others")).open = false;
  const size = opened.scene.shape.join("x"), name = [opened.title, size, opened.difficulty].filter(Boolean).join(", ");
  const address = addressOf(opened.board);
  if (location.hash !== address) history.pushState(null, "", address);
  document.title = name;
  /** @type {HTMLElement} */ (document.getElementById("name")).textContent = name;
  tellAll("");
  const ask = /** @type {HTMLElement} */ (document.getElementById("ask")), showAsking = (/** @type {(steps: number[]) => void} */ put) => {
    ask.hidden = false;
    ask.replaceChildren(makeAskPanel(opened, { open: showBoard, put }, backends, changes[opened.puzzle] ?? []));
  };
  if (!opened.scene.clicks) {
    learning.abort();
    article.replaceChildren(makeElement("p", {}, "This board cannot be played on a page; it can be asked about."),
      makeElement("div", { class: "sheet play-board" }, drawScene(opened.scene, document)));
    showAsking(() => {});
    return;
  }
  /** @type {import("./board_panel.js").BoardPanel} */
  const panel = makeBoardPanel(opened, {
    kept: readKept(() => sessionStorage, address),
    onChange: (kept, isSolved) => {
      keepState(() => sessionStorage, address, kept);
      article.classList.toggle("is-solved", isSolved);
    },
    onAnswer: (answer) => judgeAnswer(opened, answer),
  });
  const below = makeElement("p", { class: "soft small id" });
  if (opened.link) below.append(makeElement("a", { href: opened.link, rel: "noopener noreferrer", target: "_blank" }, "Play at puzz.link"), " ");
  below.append(makeElement("code", {}, opened.id));
  const notes = makeElement("div", { class: "soft small", role: "status" });
  article.replaceChildren(panel.element, notes, below);
  learnHints(opened, panel, notes);
  showAsking(panel.putAll);
}

/** @param {unknown} error @returns {string} */
function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Ask for the hints of a board, which may take a while. @param {OpenedBoard} opened @param {import("./board_panel.js").BoardPanel} panel @param {HTMLElement} notes */
async function learnHints(opened, panel, notes) {
  learning.abort();
  learning = new AbortController();
  const { signal } = learning;
  try {
    notes.textContent = "Looking for hints ...";
    const told = await followServer("help", { board: opened.board }, () => {}, signal);
    panel.learn(told);
    notes.replaceChildren(...told.notes.map((/** @type {string} */ note) => makeElement("p", {}, note)));
  } catch (error) {
    if (!signal.aborted) notes.textContent = errorText(error);
  }
}

/** Ask whether an answer keeps all rules: by code that shares nothing with the rows on the page. @param {OpenedBoard} opened @param {object} answer */
async function judgeAnswer(opened, answer) {
  const shown = document.querySelector("#board .verified");
  if (!shown) return;
  judging.abort();
  judging = new AbortController();
  const { signal } = judging;
  await new Promise((done) => setTimeout(done, PAUSE)); // who clicks on asks once
  if (signal.aborted) return;
  try {
    const { broken } = await askServer("verify", { board: opened.board, answer }, signal);
    shown.replaceChildren(...broken.slice(0, MOST_TOLD).map((/** @type {string} */ fault) => makeElement("li", {}, fault)),
      ...(broken.length > MOST_TOLD ? [makeElement("li", {}, `and ${broken.length - MOST_TOLD} more`)] : []),
      ...(broken.length ? [] : [makeElement("li", { class: "kept" }, "All rules are kept.")]));
  } catch (error) {
    if (!signal.aborted) shown.replaceChildren(makeElement("li", {}, errorText(error)));
  }
}

/** The part of the address that holds a board. @param {AskedBoard} board */
function addressOf({ text, puzzle, options }) {
  const fields = new URLSearchParams({ text, ...(puzzle ? { puzzle } : {}) });
  for (const [name, value] of Object.entries(options ?? {})) fields.append(`option.${name}`, value);
  return `#${fields}`;
}

/** The board that the address holds, null for none. @returns {AskedBoard | null} */
function boardInAddress() {
  const fields = new URLSearchParams(location.hash.slice(1)), text = fields.get("text");
  if (!text) return null;
  const options = [...fields].filter(([name]) => name.startsWith("option.")).map(([name, value]) => [name.slice(7), value]);
  return { text, puzzle: fields.get("puzzle") ?? "", options: Object.fromEntries(options) };
}

/** @param {any} listed the puzzles, and the boards that the command line names */
function fillChoices({ puzzles, boards }) {
  chosenField("puzzle").replaceChildren(...puzzles.map((/** @type {any} */ each) => makeElement("option", { value: each.puzzle }, each.title)));
  const offer = () => {
    const entry = puzzles.find((/** @type {any} */ each) => each.puzzle === chosenField("puzzle").value);
    document.getElementById("sizes")?.replaceChildren(...entry.sizes.map((/** @type {string} */ size) => makeElement("option", { value: size })),
      ...entry.catalogue.slice(0, 12).map((/** @type {any} */ each) => makeElement("option", { value: each.name })));
    if (!entry.sizes.includes(chosenField("size").value)) chosenField("size").value = entry.sizes.at(-1) ?? "";
    chosenField("difficulty").replaceChildren(makeElement("option", { value: "" }, "any"),
      ...entry.grades.map((/** @type {string} */ grade) => makeElement("option", { value: grade }, grade)));
    /** @type {HTMLElement} */ (document.getElementById("grades")).hidden = !entry.grades.length;
    choose.dataset.unique = entry.unique ? "yes" : "";
  };
  chosenField("puzzle").addEventListener("change", offer);
  offer();
  const named = /** @type {HTMLElement} */ (document.getElementById("named")), select = named.querySelector("select");
  if (boards.length < 2 || !select) return;
  named.hidden = false;
  select.append(...boards.map((/** @type {any} */ each) => makeElement("option", {}, `${each.title}, ${each.size.join("x")}, ${each.place}`)));
  select.addEventListener("change", () => openBoard(boards[select.selectedIndex].board));
}

choose.addEventListener("submit", (event) => {
  event.preventDefault();
  tryOpening(async (signal) => {
    tellAll("Making a board ...");
    const difficulty = chosenField("difficulty").value;
    const options = { seed: Math.floor(Math.random() * MOST_SEEDS), unique: choose.dataset.unique === "yes", ...(difficulty ? { difficulty } : {}) };
    const wanted = { puzzle: chosenField("puzzle").value, size: chosenField("size").value, options };
    showBoard(await followServer("generate", wanted, (event) => { if (event.kind === "progress") tellAll(`Making a board ... ${event.what}`); }, signal));
  });
});
enter.addEventListener("submit", (event) => {
  event.preventDefault();
  openBoard({ text: /** @type {any} */ (enter.elements.namedItem("text")).value });
});
enter.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.files?.[0]) openBoard({ text: await input.files[0].text(), file: input.files[0].name });
  if (input.type === "file") input.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0], text = event.dataTransfer?.getData("text");
  if (file) openBoard({ text: await file.text(), file: file.name });
  else if (text) openBoard({ text });
});
addEventListener("popstate", () => {
  const board = boardInAddress();
  if (board) openBoard(board);
});
tryOpening(async (signal) => {
  const listed = await askServer("list", {}, signal);
  fillChoices(listed);
  backends = listed.backends ?? [];
  changes = Object.fromEntries(listed.puzzles.map((/** @type {any} */ each) => [each.puzzle, each.changes]));
  const board = boardInAddress() ?? listed.boards[0]?.board;
  if (board) showBoard(await askServer("open", { board }, signal));
  document.querySelector("h1")?.after(makeElement("p", { id: "ready", hidden: true }));
});
