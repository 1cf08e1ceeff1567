// Which rules are broken by what lies on a board, and whether all of them are kept: by the rows of a model.

import { boundsOf, isKept, leastOf, mostOf, narrowBounds, reachOf } from "./check_rows.js";
import { isWhole, strayVertices } from "./graph_rules.js";

/** @typedef {import("./check_rows.js").CheckRows} CheckRows */
/** @typedef {import("./check_rows.js").Bounds} Bounds */
/** @typedef {import("./documents.js").MarginPlace} MarginPlace */
/**
 * @typedef {object} BrokenRow
 * @property {string} sentence of its rule
 * @property {string} name of the row in words, "" for none
 * @property {number[][]} cells its own cell
 * @property {MarginPlace[]} margins the word beside the board that it is about
 * @property {number[]} places what is to blame
 */
/**
 * @typedef {object} Judgement
 * @property {BrokenRow[]} broken rules that can no longer be kept
 * @property {boolean} complete would the board be an answer, if nothing else were put on it?
 * @property {boolean | null} satisfied does this answer keep all rules? null where that takes too long to see
 * @property {number | null} cost of the answer, where something counts
 * @property {number | null} best the least cost
 */

const MOST_NODES = 3000; // of the search for values of the variables that no place is about

/** @param {CheckRows} prepared @param {number[]} steps @returns {Judgement} */
export function checkPlay(prepared, steps) {
  const { checks } = prepared, bounds = boundsOf(prepared, steps, false);
  const rows = narrowBounds(prepared, bounds);
  const broken = [...[...rows].map((row) => describeRow(prepared, bounds, row)), ...checks.graphs.flatMap((rule) => describeGraph(prepared, rule, bounds))];
  const complete = steps.every((step) => step > 0 || checks.empty > 0);
  const judged = { broken, complete, satisfied: /** @type {boolean | null} */ (false), cost: /** @type {number | null} */ (null), best: checks.objective?.best ?? null };
  if (!complete || broken.length) return judged;
  const whole = boundsOf(prepared, steps, true);
  judged.satisfied = isSatisfiable(prepared, whole, prepared.rows.keys(), { nodes: MOST_NODES });
  judged.cost = costOf(prepared, whole);
  return judged;
}

/**
 * Have the variables of no place values that keep all rows? null where the search was given up.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds changed
 * @param {Iterable<number>} from the rows that may say something new
 * @param {{nodes: number}} left
 * @returns {boolean | null}
 */
function isSatisfiable(prepared, bounds, from, left) {
  if (narrowBounds(prepared, bounds, from).size) return false;
  const { graphs } = prepared.checks;
  if (graphs.some((rule) => strayVertices(rule, bounds).length)) return false;
  const x = openVariable(prepared, bounds);
  if (!x) return true;
  if (left.nodes-- <= 0) return null;
  let answer = /** @type {boolean | null} */ (false);
  const middle = Math.floor((bounds.lower[x] + bounds.upper[x]) / 2);
  for (const [low, high] of [[bounds.lower[x], middle], [middle + 1, bounds.upper[x]]]) {
    const tried = { lower: bounds.lower.slice(), upper: bounds.upper.slice() };
    [tried.lower[x], tried.upper[x]] = [low, high];
    const found = isSatisfiable(prepared, tried, prepared.rowsOf[x], left);
    if (found) {
      bounds.lower.set(tried.lower);
      bounds.upper.set(tried.upper);
      return true;
    }
    if (found === null) answer = null;
  }
  return answer;
}

/** A variable whose value still matters, 0 for none. @param {CheckRows} prepared @param {Bounds} bounds */
function openVariable(prepared, bounds) {
  const isOpen = (/** @type {number} */ literal) => leastOf(bounds, literal) < mostOf(bounds, literal);
  for (let row = 0; row < prepared.rows.length; row++) {
    if (isKept(prepared, bounds, row)) continue;
    const literals = [...prepared.literals.subarray(prepared.starts[row], prepared.starts[row + 1]), prepared.guards[row]];
    const open = literals.find((literal) => literal && isOpen(literal));
    if (open) return Math.abs(open);
  }
  for (const rule of prepared.checks.graphs) {
    if (isWhole(rule, bounds)) continue;
    return Math.abs([...rule.on, ...rule.links].find((literal) => literal && isOpen(literal)) ?? 0);
  }
  return 0;
}

/** @param {CheckRows} prepared @param {Bounds} bounds */
function costOf({ checks }, bounds) {
  const counted = checks.objective;
  return counted && counted.literals.reduce((sum, literal, i) => sum + counted.coefs[i] * leastOf(bounds, literal), 0);
}

/** @param {CheckRows} prepared @param {Bounds} bounds @param {number} row @returns {BrokenRow} */
function describeRow(prepared, bounds, row) {
  const { rows, starts, literals, placeOf, checks } = prepared, { block, number, isParity } = rows[row];
  const isTooMuch = !isParity && reachOf(prepared, bounds, row)[0] > block.hi[number];
  const blamed = [...literals.subarray(starts[row], starts[row + 1])].filter((literal) => {
    const x = Math.abs(literal);
    return placeOf[x] >= 0 && bounds.lower[x] === bounds.upper[x] && bounds.lower[x] > 0 && (literal > 0) === isTooMuch;
  });
  return {
    sentence: block.sentence, name: block.names[number], cells: cellsOf(block.cells[number]),
    margins: block.margins[number] ? [/** @type {MarginPlace} */ (block.margins[number])] : [],
    places: isParity || checks.places.length === 0 ? [] : [...new Set(blamed.map((literal) => placeOf[Math.abs(literal)]))],
  };
}

/** @param {number[] | null} cell */
function cellsOf(cell) {
  return cell ? [cell] : [];
}

/** @param {CheckRows} prepared @param {import("./documents.js").GraphRule} rule @param {Bounds} bounds @returns {BrokenRow[]} */
function describeGraph({ placeOf }, rule, bounds) {
  const stray = new Set(strayVertices(rule, bounds));
  if (!stray.size) return [];
  const ends = rule.edges.flatMap(([a, b], i) => (stray.has(a) && stray.has(b) ? [rule.links[i]] : []));
  const blamed = [...[...stray].map((v) => rule.on[v]), ...ends].filter((literal) => literal && leastOf(bounds, literal) === 1);
  const places = blamed.map((literal) => placeOf[Math.abs(literal)]).filter((place) => place >= 0);
  return [{ sentence: rule.sentence, name: "", cells: [], margins: [], places: [...new Set(places)] }];
}
