// One step at a time, with a slider and the arrow keys. Without this the page is a list of all steps.
"use strict";
const steps = [...document.querySelectorAll(".steps > li")];
if (steps.length > 1) {
  const bar = document.createElement("div");
  bar.className = "slider";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Steps");
  const button = (text, label, by) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => show(at + by));
    return made;
  };
  const range = document.createElement("input");
  range.type = "range";
  range.min = 0;
  range.max = steps.length - 1;
  range.setAttribute("aria-label", "Step");
  range.addEventListener("input", () => show(Number(range.value)));
  const said = document.createElement("output");
  const all = document.createElement("button");
  all.type = "button";
  all.addEventListener("click", () => { listed = !listed; show(at); });
  let at = 0, listed = false, moved = false;
  function show(wanted) {
    at = Math.max(0, Math.min(steps.length - 1, wanted));
    steps.forEach((step, i) => { step.hidden = !listed && i !== at; });
    document.body.classList.toggle("sliding", !listed);
    range.value = at;
    range.setAttribute("aria-valuetext", "step " + (at + 1));
    said.textContent = listed ? "all steps" : "step " + (at + 1) + " of " + steps.length;
    all.textContent = listed ? "one at a time" : "all as a list";
    if (moved) history.replaceState(null, "", "#" + steps[at].id);
    moved = true;
  }
  bar.append(button("\u2190", "previous step", -1), range, button("\u2192", "next step", 1), said, all);
  document.querySelector(".steps").before(bar);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === range) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined || listed) return;
    event.preventDefault();
    show(to);
  });
  const linked = steps.findIndex((step) => "#" + step.id === location.hash);
  show(Math.max(linked, 0));
}
