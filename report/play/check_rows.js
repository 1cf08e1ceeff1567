// The rows of a model as columns of numbers, and what follows from them for variables that no place is about.
//
// Each row says lo <= sum of coefs * values of literals <= hi, a parity row that the sum is odd or even; a row with a
// guard says it where its guard holds. Every variable has bounds. Variables of places are never deduced: the page does
// not solve the puzzle. All others are, so that a rule that speaks of them is seen to be broken (a tree has its tent).

/** @typedef {import("./documents.js").Checks} Checks */
/** @typedef {import("./documents.js").Block} Block */
/** @typedef {{lower: Int32Array, upper: Int32Array}} Bounds */
/**
 * @typedef {object} CheckRows
 * @property {Checks} checks
 * @property {{block: Block, number: number, isParity: boolean}[]} rows
 * @property {Int32Array} starts of the literals of each row
 * @property {Int32Array} literals
 * @property {Int32Array} coefs
 * @property {Int32Array} guards the literal that must hold, 0 for a row that always counts
 * @property {number[][]} rowsOf by variable the rows with it
 * @property {Int32Array} placeOf by variable its place, -1 for none
 */

/** @param {Checks} checks @returns {CheckRows} */
export function prepareChecks(checks) {
  const rows = checks.blocks.flatMap((block) => block.lo.map((_, number) => ({ block, number, isParity: block.kind === "parity" })));
  const lengths = rows.map(({ block, number }) => block.starts[number + 1] - block.starts[number]);
  const starts = Int32Array.from([0, ...lengths]);
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const literals = Int32Array.from(checks.blocks.flatMap((block) => block.literals));
  const coefs = Int32Array.from(checks.blocks.flatMap((block) => block.coefs ?? block.literals.map(() => 1)));
  const guards = Int32Array.from(rows.map(({ block, number }) => block.when?.[number] ?? 0));
  /** @type {number[][]} */
  const rowsOf = checks.lower.map(() => []);
  rows.forEach((_, row) => {
    for (let i = starts[row]; i < starts[row + 1]; i++) rowsOf[Math.abs(literals[i])].push(row);
    if (guards[row]) rowsOf[Math.abs(guards[row])].push(row);
  });
  const placeOf = new Int32Array(checks.lower.length).fill(-1);
  checks.places.forEach(({ variables }, place) => variables.forEach((x) => { placeOf[x] = place; }));
  return { checks, rows, starts, literals, coefs, guards, rowsOf, placeOf };
}

/**
 * The bounds of all variables, with those of places by their steps. emptied: are open places taken as empty?
 * @param {CheckRows} prepared
 * @param {number[]} steps
 * @param {boolean} emptied
 * @returns {Bounds}
 */
export function boundsOf({ checks }, steps, emptied) {
  const lower = Int32Array.from(checks.lower), upper = Int32Array.from(checks.upper);
  checks.places.forEach(({ variables, kind }, place) => {
    const values = checks.kinds[kind][steps[place] || (emptied ? checks.empty : 0)];
    values?.forEach((value, i) => { lower[variables[i]] = upper[variables[i]] = value; });
  });
  return { lower, upper };
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
export function isMissed({ rows }, row, least, most) {
  const { block, number, isParity } = rows[row];
  if (isParity) return least === most && (least - block.lo[number]) % 2 !== 0;
  return least > block.hi[number] || most < block.lo[number];
}

/** Is the row kept whatever its open variables are? @param {CheckRows} prepared @param {Bounds} bounds @param {number} row */
export function isKept(prepared, bounds, row) {
  const { block, number, isParity } = prepared.rows[row];
  if (prepared.guards[row] && mostOf(bounds, prepared.guards[row]) === 0) return true;
  const [least, most] = reachOf(prepared, bounds, row);
  if (isParity) return least === most && (least - block.lo[number]) % 2 === 0;
  return least >= block.lo[number] && most <= block.hi[number];
}

/**
 * Narrow the bounds of the variables of no place until nothing more follows; returns the rows that are broken.
 * @param {CheckRows} prepared
 * @param {Bounds} bounds changed
 * @param {Iterable<number>} [from] the rows to look at first, all by default
 * @returns {Set<number>}
 */
export function narrowBounds(prepared, bounds, from = prepared.rows.keys()) {
  const queue = [...from], waiting = new Uint8Array(prepared.rows.length), broken = /** @type {Set<number>} */ (new Set());
  for (const row of queue) waiting[row] = 1;
  for (let next = 0; next < queue.length; next++) {
    const row = queue[next];
    waiting[row] = 0;
    if (broken.has(row)) continue;
    const changed = narrowRow(prepared, bounds, row);
    if (changed === null) broken.add(row);
    else for (const x of changed) for (const other of prepared.rowsOf[x]) if (!waiting[other]) {
      waiting[other] = 1;
      queue.push(other);
    }
  }
  return broken;
}

/** The variables whose bounds a row narrows, null if it is broken. @param {CheckRows} prepared @param {Bounds} bounds @param {number} row @returns {number[] | null} */
function narrowRow(prepared, bounds, row) {
  const { rows, starts, literals, coefs, guards, placeOf } = prepared, { block, number, isParity } = rows[row];
  const guard = guards[row], [least, most] = reachOf(prepared, bounds, row);
  if (guard && mostOf(bounds, guard) === 0) return [];
  if (isMissed(prepared, row, least, most)) {
    if (!guard || leastOf(bounds, guard) === 1) return null;
    return placeOf[Math.abs(guard)] < 0 ? setBound(bounds, guard, 0, 0) : [];
  }
  if (guard && leastOf(bounds, guard) === 0) return [];
  const changed = /** @type {number[]} */ ([]);
  if (isParity && most - least > 1) return changed;
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const literal = literals[i], c = coefs[i];
    if (placeOf[Math.abs(literal)] >= 0) continue;
    const low = leastOf(bounds, literal), high = mostOf(bounds, literal);
    if (low === high) continue;
    if (isParity) {
      const value = Math.abs(block.lo[number] - least) % 2 ? high : low;
      changed.push(...setBound(bounds, literal, value, value));
      continue;
    }
    const room = block.hi[number] - least, need = most - block.lo[number]; // above its least term, below its greatest
    const above = Math.floor(room / Math.abs(c)), below = Math.floor(need / Math.abs(c));
    const [down, up] = c > 0 ? [high - below, low + above] : [high - above, low + below];
    if (down > low || up < high) changed.push(...setBound(bounds, literal, Math.max(low, down), Math.min(high, up)));
  }
  return changed;
}

/** Give a literal these bounds. @param {Bounds} bounds @param {number} literal @param {number} low @param {number} high @returns {number[]} */
function setBound({ lower, upper }, literal, low, high) {
  const x = Math.abs(literal);
  [lower[x], upper[x]] = literal > 0 ? [low, high] : [1 - high, 1 - low];
  return [x];
}
