// Which rules are broken by what lies on a board, and whether all of them are kept: by the rows of a model.

import { boundsAtSight, boundsOf, copyBounds, everyRow, isKept, leastOf, mostOf, narrowBounds, rowsWith } from "./check_rows.js";
import { cycleVertices, isWhole, strayVertices } from "./graph_rules.js";
import { blamedPlaces, placesBehind, placesBehindRow } from "./row_blame.js";

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

const MOST_WORK = 1_000_000; // literals to look at, for each of the two judgements

/** @param {CheckRows} prepared @param {number[]} steps @returns {Judgement} */
export function checkPlay(prepared, steps) {
  const { checks } = prepared, bounds = boundsOf(prepared, steps, false);
  const rows = narrowBounds(prepared, bounds, everyRow(prepared), { work: MOST_WORK });
  const seen = checks.graphs.length ? boundsAtSight(prepared, bounds) : bounds;
  const broken = [
    ...[...rows].map((row) => describeRow(prepared, bounds, row, steps)),
    ...checks.graphs.flatMap((rule) => describeGraph(prepared, rule, seen, steps)),
  ];
  const complete = steps.every((step) => step > 0 || checks.empty > 0);
  const judged = { broken, complete, satisfied: /** @type {boolean | null} */ (false), cost: /** @type {number | null} */ (null), best: checks.objective?.best ?? null };
  if (!complete || broken.length) return judged;
  const whole = boundsOf(prepared, steps, true);
  judged.satisfied = isSatisfiable(prepared, whole, everyRow(prepared), { work: MOST_WORK });
  judged.cost = judged.satisfied ? costOf(prepared, whole) : null;
  return judged;
}

/**
 * Have the variables of no place values that keep all rows? null where the search was given up.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds changed
 * @param {Iterable<number>} from the rows that may say something new
 * @param {import("./check_rows.js").Effort} effort changed
 * @returns {boolean | null}
 */
function isSatisfiable(prepared, bounds, from, effort) {
  if (narrowBounds(prepared, bounds, from, effort, false).size) return false;
  if (effort.work <= 0) return null;
  const { graphs } = prepared.checks;
  if (graphs.some((rule) => strayVertices(rule, bounds).length)) return false;
  const x = openVariable(prepared, bounds);
  if (!x) return true;
  effort.work -= bounds.lower.length;
  let answer = /** @type {boolean | null} */ (false);
  const middle = Math.floor((bounds.lower[x] + bounds.upper[x]) / 2);
  for (const [low, high] of [[bounds.lower[x], middle], [middle + 1, bounds.upper[x]]]) {
    const tried = copyBounds(bounds);
    [tried.lower[x], tried.upper[x]] = [low, high];
    const found = isSatisfiable(prepared, tried, rowsWith(prepared, x), effort);
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

/** The least cost within bounds, null where nothing counts. @param {CheckRows} prepared @param {Bounds} bounds */
function costOf({ checks: { objective } }, bounds) {
  const cost = (/** @type {number} */ c, /** @type {number} */ literal) => c * (c > 0 ? leastOf(bounds, literal) : mostOf(bounds, literal));
  return objective && objective.literals.reduce((sum, literal, i) => sum + cost(objective.coefs[i], literal), 0);
}

/** @param {CheckRows} prepared @param {Bounds} bounds @param {number} row @param {number[]} steps @returns {BrokenRow} */
function describeRow(prepared, bounds, row, steps) {
  const { block, number } = prepared.rows[row], cell = block.cells[number], margin = block.margins[number];
  const behind = placesBehindRow(prepared, bounds, row);
  return {
    sentence: block.sentence, name: block.names[number], cells: cell ? [cell] : [], margins: margin ? [margin] : [],
    places: blamedPlaces(prepared, behind, steps, !cell && !margin),
  };
}

/** @param {CheckRows} prepared @param {import("./documents.js").GraphRule} rule @param {Bounds} bounds @param {number[]} steps @returns {BrokenRow[]} */
function describeGraph(prepared, rule, bounds, steps) {
  const stray = new Set(brokenVertices(prepared, rule, bounds));
  if (!stray.size) return [];
  const blame = (/** @type {number[]} */ literals) => {
    const behind = new Set(literals.flatMap((literal) => [...placesBehind(prepared, bounds, Math.abs(literal))]));
    return blamedPlaces(prepared, behind, steps, true);
  };
  const ends = rule.edges.flatMap(([a, b], i) => (stray.has(a) && stray.has(b) ? [rule.links[i]] : []));
  const there = blame([...[...stray].map((v) => rule.on[v]), ...ends].filter((literal) => literal && leastOf(bounds, literal) === 1));
  // where nothing is laid on the stray part: what cuts it off
  const around = rule.edges.flatMap(([a, b], i) => (stray.has(a) === stray.has(b) ? [] : [rule.links[i], rule.on[stray.has(a) ? b : a]]));
  const places = there.length ? there : blame(around.filter((literal) => literal && mostOf(bounds, literal) === 0));
  return [{ sentence: rule.sentence, name: "", cells: [], margins: [], places }];
}

/** The vertices at which a graph rule is broken: those of a cycle, too, beside which other rules want more. @param {CheckRows} prepared @param {import("./documents.js").GraphRule} rule @param {Bounds} bounds @returns {number[]} */
function brokenVertices(prepared, rule, bounds) {
  const stray = strayVertices(rule, bounds), cycle = rule.cycle && !stray.length ? cycleVertices(rule, bounds) : [];
  if (!cycle.length) return stray;
  const alone = copyBounds(bounds);
  for (const literal of rule.links) if (literal && leastOf(bounds, literal) === 0) {
    if (literal > 0) alone.upper[literal] = 0;
    else alone.lower[-literal] = 1;
  }
  return narrowBounds(prepared, alone, everyRow(prepared), { work: MOST_WORK }, false).size ? cycle : [];
}
