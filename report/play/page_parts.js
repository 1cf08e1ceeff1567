// Elements of a page, made without HTML in strings: whatever a document says is text.

/**
 * @param {string} tag
 * @param {Record<string, string | boolean | ((event: any) => void)>} [attributes] functions are listeners, true is "", false none
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function makeElement(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** @param {string} label @param {(event: Event) => void} act @param {Record<string, string>} [attributes] @returns {HTMLButtonElement} */
export function makeButton(label, act, attributes = {}) {
  return /** @type {HTMLButtonElement} */ (makeElement("button", { type: "button", ...attributes, click: act }, label));
}

/** @param {number} seconds @returns {string} 1:05, or 1:00:05 */
export function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}
