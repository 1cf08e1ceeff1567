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
