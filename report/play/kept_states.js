// What is kept of boards in the browser between two visits. A browser may keep nothing of files, or have no room left:
// a page works without, so the storage is only touched here.

/** @typedef {import("./board_panel.js").Kept} Kept */

/** What was kept, null for nothing that can be read. @param {() => Storage} storage @param {string} key @returns {Kept | null} */
export function readKept(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {() => Storage} storage @param {string} key @param {Kept} kept */
export function keepState(storage, key, kept) {
  try {
    storage().setItem(key, JSON.stringify(kept));
  } catch {} // what was done is lost where the page is left
}
