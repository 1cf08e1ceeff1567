// The rows of a model as columns of numbers, and what follows from them for variables that no place is about.
//
// Each row says lo <= sum of coefs * values of literals <= hi, a parity row that the sum is odd or even; a row with a
// guard says it where its guard holds. Every variable has bounds. Variables of places are never deduced: the page does
// not solve the puzzle. All others are, so that a rule that speaks of them is seen to be broken (a tree has its tent).
// Rows of a single literal are known from the start: they are givens (the cell of a clue is land).

/** @typedef {import("./documents.js").Checks} Checks */
/** @typedef {import("./documents.js").Block} Block */
/** @typedef {{row: number, side: number, turn: number}} Reason - why a variable was narrowed: a row that would have too few otherwise (side -1), too many (1), or either (0); and when */
/**
 * @typedef {object} Bounds
 * @property {Float64Array} lower by variable
 * @property {Float64Array} upper
 * @property {Map<number, Reason[]>} reasons by variable
 */
/**
 * @typedef {object} CheckRows
 * @property {Checks} checks
 * @property {Bounds} given what is known of an empty board
 * @property {{block: Block, number: number}[]} rows
 * @property {Uint8Array} isParity by row
 * @property {Float64Array} lo by row
 * @property {Float64Array} hi by row
 * @property {Int32Array} starts of the literals of each row
 * @property {Int32Array} literals
 * @property {Float64Array} coefs
 * @property {Int32Array} guards the literal that must hold, 0 for a row that always counts
 * @property {Int32Array} rowStarts of the rows of each variable
 * @property {Int32Array} rowsOf by variable the rows with it
 * @property {Int32Array} placeOf by variable its place, -1 for none
 */
/** @typedef {{work: number}} Effort - how many more literals may be looked at */

/** @param {Checks} checks @returns {CheckRows} */
export function prepareChecks(checks) {
  const { blocks } = checks, rows = blocks.flatMap((block) => block.lo.map((_, number) => ({ block, number })));
  const starts = new Int32Array(rows.length + 1);
  rows.forEach(({ block, number }, row) => { starts[row + 1] = starts[row] + block.starts[number + 1] - block.starts[number]; });
  const literals = Int32Array.from(blocks.flatMap((block) => block.literals));
  const coefs = Float64Array.from(blocks.flatMap((block) => block.coefs ?? block.literals.map(() => 1)));
  const guards = Int32Array.from(blocks.flatMap((block) => block.when ?? block.lo.map(() => 0)));
  const placeOf = new Int32Array(checks.lower.length).fill(-1);
  checks.places.forEach(({ variables }, place) => variables.forEach((x) => { placeOf[x] = place; }));
  const prepared = {
    checks, rows, starts, literals, coefs, guards, placeOf,
    given: { lower: Float64Array.from(checks.lower), upper: Float64Array.from(checks.upper), reasons: new Map() },
    isParity: Uint8Array.from(rows, ({ block }) => Number(block.kind === "parity")),
    lo: Float64Array.from(blocks.flatMap((block) => block.lo)),
    hi: Float64Array.from(blocks.flatMap((block) => block.hi)),
    ...rowsByVariable(checks.lower.length, starts, literals, guards),
  };
  const free = withoutPlaces(prepared);
  rows.forEach((_, row) => { if (starts[row + 1] - starts[row] === 1 && !guards[row]) narrowRow(free, prepared.given, row, 0); });
  return prepared;
}

/** The same rows, of which no variable is that of a place. @param {CheckRows} prepared @returns {CheckRows} */
function withoutPlaces(prepared) {
  return { ...prepared, placeOf: new Int32Array(prepared.placeOf.length).fill(-1) };
}

/** The rows of each variable, one after the other. @param {number} variables @param {Int32Array} starts @param {Int32Array} literals @param {Int32Array} guards */
function rowsByVariable(variables, starts, literals, guards) {
  const rowStarts = new Int32Array(variables + 1), visit = (/** @type {(x: number, row: number) => void} */ see) => {
    guards.forEach((guard, row) => {
      for (let i = starts[row]; i < starts[row + 1]; i++) see(Math.abs(literals[i]), row);
      if (guard) see(Math.abs(guard), row);
    });
  };
  visit((x) => { rowStarts[x + 1] += 1; });
  for (let x = 0; x < variables; x++) rowStarts[x + 1] += rowStarts[x];
  const rowsOf = new Int32Array(rowStarts[variables]), next = rowStarts.slice();
  visit((x, row) => { rowsOf[next[x]++] = row; });
  return { rowStarts, rowsOf };
}

/**
 * The bounds of all variables, with those of places by their steps. emptied: are open places taken as empty?
 * @param {CheckRows} prepared
 * @param {number[]} steps
 * @param {boolean} emptied
 * @returns {Bounds}
 */
export function boundsOf({ checks, given }, steps, emptied) {
  const { lower, upper } = copyBounds(given);
  checks.places.forEach(({ variables, kind }, place) => {
    const values = checks.kinds[kind][steps[place] || (emptied ? checks.empty : 0)];
    values?.forEach((value, i) => { lower[variables[i]] = upper[variables[i]] = value; });
  });
  return { lower, upper, reasons: new Map() };
}

/** The same bounds, to be narrowed on their own. @param {Bounds} bounds @returns {Bounds} */
export function copyBounds({ lower, upper }) {
  return { lower: lower.slice(), upper: upper.slice(), reasons: new Map() };
}

/**
 * The bounds that also say where nothing more can be put, or something must be, since a single row shows it by what is
 * known: an island that has all its bridges. Nothing is concluded from that in turn.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds
 * @returns {Bounds}
 */
export function boundsAtSight(prepared, bounds) {
  const free = withoutPlaces(prepared), seen = copyBounds(bounds);
  for (const [x, reasons] of bounds.reasons) seen.reasons.set(x, [...reasons]);
  for (let row = 0; row < prepared.rows.length; row++) narrowRow(free, bounds, row, AT_SIGHT, seen);
  return seen;
}

/** The least value of a literal. @param {Bounds} bounds @param {number} literal */
export function leastOf({ lower, upper }, literal) {
  return literal > 0 ? lower[literal] : 1 - upper[-literal];
}

/** The greatest value of a literal. @param {Bounds} bounds @param {number} literal */
export function mostOf({ lower, upper }, literal) {
  return literal > 0 ? upper[literal] : 1 - lower[-literal];
}

/** The least and the greatest sum of a row. @param {CheckRows} prepared @param {Bounds} bounds @param {number} row @returns {[number, number]} */
export function reachOf({ starts, literals, coefs }, bounds, row) {
  let least = 0, most = 0;
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const low = leastOf(bounds, literals[i]), high = mostOf(bounds, literals[i]), c = coefs[i];
    least += c > 0 ? c * low : c * high;
    most += c > 0 ? c * high : c * low;
  }
  return [least, most];
}

/** Can the row no longer be kept, its guard aside? @param {CheckRows} prepared @param {number} row @param {number} least @param {number} most */
function isMissed({ isParity, lo, hi }, row, least, most) {
  if (isParity[row]) return least === most && (least - lo[row]) % 2 !== 0;
  return least > hi[row] || most < lo[row];
}

/** Is the row kept whatever its open variables are? @param {CheckRows} prepared @param {Bounds} bounds @param {number} row */
export function isKept(prepared, bounds, row) {
  const { isParity, lo, hi, guards } = prepared;
  if (guards[row] && mostOf(bounds, guards[row]) === 0) return true;
  const [least, most] = reachOf(prepared, bounds, row);
  if (isParity[row]) return least === most && (least - lo[row]) % 2 === 0;
  return least >= lo[row] && most <= hi[row];
}

/** All rows. @param {CheckRows} prepared */
export function everyRow({ rows }) {
  return Int32Array.from(rows.keys());
}

/** The rows with a variable. @param {CheckRows} prepared @param {number} x */
export function rowsWith({ rowStarts, rowsOf }, x) {
  return rowsOf.subarray(rowStarts[x], rowStarts[x + 1]);
}

/**
 * Narrow the bounds of the variables of no place until nothing more follows, or the effort is spent; returns the rows
 * that are broken.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds changed
 * @param {Iterable<number>} from the rows to look at first
 * @param {Effort} effort changed
 * @param {boolean} [isForAll] false: one broken row is enough
 * @returns {Set<number>}
 */
export function narrowBounds(prepared, bounds, from, effort, isForAll = true) {
  const queue = [...from], waiting = new Uint8Array(prepared.rows.length), broken = /** @type {Set<number>} */ (new Set());
  for (const row of queue) waiting[row] = 1;
  for (let next = 0; next < queue.length && effort.work > 0; next++) {
    const row = queue[next];
    waiting[row] = 0;
    if (broken.has(row)) continue;
    effort.work -= 1 + prepared.starts[row + 1] - prepared.starts[row];
    const changed = narrowRow(prepared, bounds, row, next + 1);
    if (changed === null) {
      broken.add(row);
      if (!isForAll) return broken;
    } else for (const x of changed) for (const other of rowsWith(prepared, x)) if (!waiting[other]) {
      waiting[other] = 1;
      queue.push(other);
    }
  }
  return broken;
}

const AT_SIGHT = Number.MAX_SAFE_INTEGER; // a turn after all others
const NOTHING_NARROWED = /** @type {number[]} */ ([]);

/** The variables whose bounds a row narrows, null if it is broken. @param {CheckRows} prepared @param {Bounds} bounds @param {number} row @param {number} turn @param {Bounds} [narrowed] where to write to @returns {number[] | null} */
function narrowRow(prepared, bounds, row, turn, narrowed = bounds) {
  const { isParity, lo, hi, starts, literals, coefs, guards, placeOf } = prepared, guard = guards[row];
  if (guard && mostOf(bounds, guard) === 0) return NOTHING_NARROWED;
  const [least, most] = reachOf(prepared, bounds, row);
  if (isMissed(prepared, row, least, most)) {
    if (!guard || leastOf(bounds, guard) === 1) return null;
    if (placeOf[Math.abs(guard)] >= 0) return NOTHING_NARROWED;
    return [setBound(narrowed, guard, 0, 0, { row, side: isParity[row] ? 0 : least > hi[row] ? 1 : -1, turn })];
  }
  if (guard && leastOf(bounds, guard) === 0) return NOTHING_NARROWED;
  if (isParity[row] ? most - least !== 1 : least >= lo[row] && most <= hi[row]) return NOTHING_NARROWED;
  const changed = /** @type {number[]} */ ([]);
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const literal = literals[i], c = coefs[i];
    if (placeOf[Math.abs(literal)] >= 0 || c === 0) continue;
    const low = leastOf(bounds, literal), high = mostOf(bounds, literal);
    if (low === high) continue;
    if (isParity[row]) {
      const value = Math.abs(lo[row] - least) % 2 ? high : low;
      changed.push(setBound(narrowed, literal, value, value, { row, side: 0, turn }));
      continue;
    }
    const above = Math.floor((hi[row] - least) / Math.abs(c)), below = Math.floor((most - lo[row]) / Math.abs(c));
    const [down, up] = c > 0 ? [high - below, low + above] : [high - above, low + below];
    if (down <= low && up >= high) continue;
    const side = (down > low) === c > 0 ? -1 : 1;
    changed.push(setBound(narrowed, literal, Math.max(low, down), Math.min(high, up), { row, side, turn }));
  }
  return changed;
}

/** Give a literal these bounds; returns its variable. @param {Bounds} bounds @param {number} literal @param {number} low @param {number} high @param {Reason} reason */
function setBound({ lower, upper, reasons }, literal, low, high, reason) {
  const x = Math.abs(literal);
  [lower[x], upper[x]] = literal > 0 ? [low, high] : [1 - high, 1 - low];
  const known = reasons.get(x);
  if (known) known.push(reason);
  else reasons.set(x, [reason]);
  return x;
}
