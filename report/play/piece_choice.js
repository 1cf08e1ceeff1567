// Which piece the chosen cells are, on boards where pieces are laid on cells (`clicks.pieces`).

/** @typedef {import("./documents.js").Clicks} Clicks */

/**
 * @param {Clicks} clicks
 * @param {number[]} steps
 * @returns {Map<string, number>} by cell the place of the piece that lies on it
 */
export function listLaid(clicks, steps) {
  const laid = /** @type {Map<string, number>} */ (new Map());
  steps.forEach((step, place) => {
    if (clicks.steps[step].answer) for (const cell of clicks.pieces?.[place].cells ?? []) laid.set(String(cell), place);
  });
  return laid;
}

/**
 * The cells after one of them was chosen, or given up.
 * @param {number[][]} chosen
 * @param {number[]} cell
 */
export function toggleCell(chosen, cell) {
  const others = chosen.filter((each) => String(each) !== String(cell));
  return others.length < chosen.length ? others : [...chosen, cell];
}

/**
 * The place that the chosen cells are, -1 for none, and whether no larger piece could still become of them. Of several
 * pieces with these cells it is the first one of which not all are laid yet.
 * @param {Clicks} clicks
 * @param {number[]} steps
 * @param {number[][]} chosen
 * @returns {{place: number, isFinal: boolean}}
 */
export function matchPiece(clicks, steps, chosen) {
  const pieces = clicks.pieces ?? [], taken = listLaid(clicks, steps), wanted = chosen.map(String);
  const left = countLeft(clicks, steps), isFree = pieces.map(({ piece, cells }) => (left.get(piece) ?? 1) > 0 && !cells.some((cell) => taken.has(String(cell))));
  let place = -1, isFinal = true;
  pieces.forEach(({ cells }, i) => {
    if (!isFree[i] || cells.length < wanted.length) return;
    const names = new Set(cells.map(String));
    if (!wanted.every((cell) => names.has(cell))) return;
    if (cells.length > wanted.length) isFinal = false;
    else if (place < 0) place = i;
  });
  return { place, isFinal };
}

/** How many of each piece are not laid yet, by its name. @param {Clicks} clicks @param {number[]} steps @returns {Map<string, number>} */
export function countLeft(clicks, steps) {
  const left = new Map(Object.entries(clicks.copies ?? {}));
  steps.forEach((step, place) => {
    const piece = clicks.pieces?.[place].piece ?? "";
    if (clicks.steps[step].answer && left.has(piece)) left.set(piece, (left.get(piece) ?? 0) - 1);
  });
  return left;
}
