// The page of a worksheet: its boards, one below the other, from the document in the page; no network, no server.

import { makeBoardPanel } from "./board_panel.js";
import { keepState, readKept } from "./kept_states.js";
import { makeElement } from "./page_parts.js";

/** @typedef {import("./documents.js").BoardDocument} BoardDocument */

const worksheet = JSON.parse(document.getElementById("boards")?.textContent ?? "[]");
const solved = new Set();

/** Where a board's state is kept in this browser. @param {BoardDocument} board @param {number} number */
function storageKey(board, number) {
  return `rosetta ${number} ${board.puzzle} ${board.id}`;
}

function tellProgress() {
  const said = document.getElementById("progress");
  if (said) said.textContent = `${solved.size} of ${worksheet.length} solved`;
}

worksheet.forEach((/** @type {BoardDocument} */ board, /** @type {number} */ i) => {
  const article = document.getElementById(`board-${i + 1}`), key = storageKey(board, i + 1);
  if (!article) return;
  const panel = makeBoardPanel(board, {
    kept: readKept(() => localStorage, key),
    onChange: (kept, isSolved) => {
      keepState(() => localStorage, key, kept);
      solved[isSolved ? "add" : "delete"](i);
      article.classList.toggle("is-solved", isSolved);
      tellProgress();
    },
  });
  article.querySelector(".still")?.replaceWith(panel.element);
});
for (const note of document.querySelectorAll(".no-script")) note.remove();
tellProgress();
document.querySelector("h1")?.after(makeElement("p", { id: "ready", hidden: true }));
