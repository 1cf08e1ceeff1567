// What lies on a board and is to blame for a row that cannot be kept: by way of the rows that narrowed the variables
// in it, back to places, always to what was known earlier.

import { reachOf } from "./check_rows.js";

/** @typedef {import("./check_rows.js").CheckRows} CheckRows */
/** @typedef {import("./check_rows.js").Bounds} Bounds */

/** @typedef {import("./check_rows.js").Reason} Reason */
/** @typedef {{prepared: CheckRows, bounds: Bounds, found: Set<number>, seen: Set<Reason>}} Search */

/**
 * The places whose steps brought about that a row cannot be kept: what lies elsewhere has no part in it.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds
 * @param {number} row
 * @returns {Set<number>}
 */
export function placesBehindRow(prepared, bounds, row) {
  const search = { prepared, bounds, found: new Set(), seen: new Set() };
  const side = prepared.isParity[row] ? 0 : reachOf(prepared, bounds, row)[0] > prepared.hi[row] ? 1 : -1;
  followRow(search, { row, side, turn: Infinity });
  return search.found;
}

/** The places behind what is known of a variable. @param {CheckRows} prepared @param {Bounds} bounds @param {number} x @returns {Set<number>} */
export function placesBehind(prepared, bounds, x) {
  const search = { prepared, bounds, found: new Set(), seen: new Set() };
  followVariable(search, x, Infinity);
  return search.found;
}

/** Add what is behind a variable, as it was known before a turn. @param {Search} search @param {number} x @param {number} turn */
function followVariable(search, x, turn) {
  const { prepared, bounds, found, seen } = search, place = prepared.placeOf[x];
  if (place >= 0 && bounds.lower[x] === bounds.upper[x]) found.add(place);
  for (const reason of bounds.reasons.get(x) ?? []) {
    if (reason.turn >= turn || seen.has(reason)) continue;
    seen.add(reason);
    followRow(search, reason);
  }
}

/** Add what is behind the sum of a row, and behind its guard. @param {Search} search @param {Reason} reason */
function followRow(search, { row, side, turn }) {
  const { starts, literals, coefs, guards, checks } = search.prepared, { lower, upper } = search.bounds;
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const x = Math.abs(literals[i]), isUpward = (literals[i] > 0) === coefs[i] > 0;
    const isRaised = lower[x] > checks.lower[x], isLowered = upper[x] < checks.upper[x];
    if (side === 0 ? isRaised || isLowered : (side > 0) === isUpward ? isRaised : isLowered) followVariable(search, x, turn);
  }
  if (guards[row]) followVariable(search, Math.abs(guards[row]), turn);
}

/**
 * The pieces among some places; if there are none, all of them, where nothing else shows what is broken.
 * @param {CheckRows} prepared
 * @param {Set<number>} behind
 * @param {number[]} steps
 * @param {boolean} isAllThereIs
 */
export function blamedPlaces({ checks }, behind, steps, isAllThereIs) {
  const laid = [...behind].filter((place) => steps[place]), pieces = laid.filter((place) => steps[place] !== checks.empty);
  return (pieces.length || !isAllThereIs ? pieces : laid).sort((one, other) => one - other);
}
