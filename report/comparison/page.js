// Conveniences only: the page is whole without them.
"use strict";
for (const code of document.querySelectorAll("code[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "copy";
  button.setAttribute("aria-label", "copy " + code.dataset.copy);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "selected";
    }
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });
  code.after(button);
}
function unfold() {
  const details = location.hash && document.querySelector(location.hash + " details");
  if (details) details.open = true;
}
addEventListener("hashchange", unfold);
unfold();
const raw = document.getElementById("raw");
raw.addEventListener("toggle", () => {
  const text = document.getElementById("comparisons").textContent;
  raw.querySelector("pre").textContent = JSON.stringify(JSON.parse(text), null, 1);
}, { once: true });
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("article details")) details.open = true;
});
// Sorting: numbers by size, whatever their unit, texts by letter; what is not known comes last.
const SCALE = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, ms: 1e-3 };
function value(cell) {
  const text = cell.textContent.trim();
  if (text === "" || text === "–") return null;
  const match = /^([-+]?[\d,]*\.?\d+)\s*(ms|s|[kMGT]?)[%×]?$/.exec(text);
  return match ? Number(match[1].replaceAll(",", "")) * (SCALE[match[2]] || 1) : text;
}
function compare(a, b) {
  if (a === null || b === null) return 0;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
for (const button of document.querySelectorAll("th .sort")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const place = [...head.parentElement.children].indexOf(head);
    const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const body = head.closest("table").tBodies[0];
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    const rows = [...body.rows].map((row) => [value(row.cells[place]), row]);
    rows.sort(([a], [b]) => (a === null) - (b === null) || sign * compare(a, b));
    body.append(...rows.map(([, row]) => row));
  });
}
