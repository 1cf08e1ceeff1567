// Judges of rules about graphs: "those that are there are connected", with roots or without, and "those edges that are
// there form one cycle". On a board that is not full, a rule is broken if nothing that can still be put keeps it.

import { leastOf, mostOf } from "./check_rows.js";

/** @typedef {import("./documents.js").GraphRule} GraphRule */
/** @typedef {import("./check_rows.js").Bounds} Bounds */

/** A literal that always holds is 0. @param {Bounds} bounds @param {number} literal */
const holds = (bounds, literal) => literal === 0 || leastOf(bounds, literal) === 1;
/** @param {Bounds} bounds @param {number} literal */
const mayHold = (bounds, literal) => literal === 0 || mostOf(bounds, literal) === 1;

/**
 * The vertices at which a rule is broken for certain, [] if it can still be kept. It is exact where all is known.
 * @param {GraphRule} rule
 * @param {Bounds} bounds
 * @returns {number[]}
 */
export function strayVertices(rule, bounds) {
  const { on, edges, links } = rule, joined = joinedEdges(rule, bounds);
  const there = on.map((literal) => holds(bounds, literal)), possible = on.map((literal) => mayHold(bounds, literal));
  const joinable = edges.filter(([a, b], i) => possible[a] && possible[b] && mayHold(bounds, links[i]));
  const component = findComponents(on.length, joinable);
  if (rule.cycle) {
    const closed = closedCycle(on.length, joined, there, component);
    if (closed.length || !isWhole(rule, bounds)) return closed;
    return brokenCycle(on.length, joined, there);
  }
  if (rule.roots) {
    const rooted = new Set(component.filter((_, v) => rule.roots?.[v] && possible[v]));
    return on.flatMap((_, v) => (there[v] && !rooted.has(component[v]) ? [v] : []));
  }
  return outsideLargest(component, there);
}

/** The edges that are there. @param {GraphRule} rule @param {Bounds} bounds */
function joinedEdges({ on, edges, links }, bounds) {
  return edges.filter(([a, b], i) => holds(bounds, on[a]) && holds(bounds, on[b]) && holds(bounds, links[i]));
}

/** How many of these edges each vertex has. @param {number} count @param {[number, number][]} edges @returns {number[]} */
function countEdges(count, edges) {
  const degree = Array(count).fill(0);
  for (const [a, b] of edges) { degree[a]++; degree[b]++; }
  return degree;
}

/** Is everything known that the rule speaks of? @param {GraphRule} rule @param {Bounds} bounds */
export function isWhole({ on, links }, bounds) {
  return [...on, ...links].every((literal) => holds(bounds, literal) || !mayHold(bounds, literal));
}

/** Of those that are there, the ones that are not in the largest component. @param {number[]} component @param {boolean[]} there */
function outsideLargest(component, there) {
  const sizes = /** @type {Map<number, number>} */ (new Map());
  component.forEach((c, v) => { if (there[v]) sizes.set(c, (sizes.get(c) ?? 0) + 1); });
  const largest = [...sizes].sort((one, other) => other[1] - one[1])[0]?.[0];
  return component.flatMap((c, v) => (there[v] && c !== largest ? [v] : []));
}

/**
 * The vertices of a cycle that is closed too early, or of edges that can no longer be joined to the others.
 * @param {number} count
 * @param {[number, number][]} joined
 * @param {boolean[]} there
 * @param {number[]} component of the graph of what may be there
 */
function closedCycle(count, joined, there, component) {
  const far = outsideLargest(component, countEdges(count, joined).map(Boolean));
  if (far.length) return far;
  const now = findComponents(count, joined), closed = closedComponents(now, joined);
  const others = there.some((is, v) => is && !closed.has(now[v])) || closed.size > 1;
  return others ? now.flatMap((c, v) => (closed.has(c) ? [v] : [])) : [];
}

/** The components that are cycles. @param {number[]} component of each vertex @param {[number, number][]} joined */
function closedComponents(component, joined) {
  const degree = countEdges(component.length, joined);
  const open = new Set(component.filter((_, v) => degree[v] !== 2));
  return new Set(component.filter((c) => !open.has(c)));
}

/** The vertices of cycles that are closed: nothing can be put beside them. @param {GraphRule} rule @param {Bounds} bounds @returns {number[]} */
export function cycleVertices(rule, bounds) {
  const joined = joinedEdges(rule, bounds), component = findComponents(rule.on.length, joined), closed = closedComponents(component, joined);
  return component.flatMap((c, v) => (closed.has(c) ? [v] : []));
}

/** Where a whole set of edges is no cycle through all vertices that are there. @param {number} count @param {[number, number][]} joined @param {boolean[]} there */
function brokenCycle(count, joined, there) {
  const degree = countEdges(count, joined);
  const odd = there.flatMap((is, v) => (is && degree[v] !== 2 ? [v] : []));
  if (odd.length || !there.includes(true)) return odd.length ? odd : [0];
  return outsideLargest(findComponents(count, joined), there);
}

/** Of each vertex the least one that it is connected with. @param {number} count @param {[number, number][]} edges @returns {number[]} */
export function findComponents(count, edges) {
  const parent = Array.from({ length: count }, (_, v) => v);
  const find = (/** @type {number} */ v) => {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const [a, b] of edges) {
    const [low, high] = [find(a), find(b)].sort((x, y) => x - y);
    parent[high] = low;
  }
  return parent.map((_, v) => find(v));
}
