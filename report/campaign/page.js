// The page: filters, the table of scores, the figures, one instance at a time. Without this script the page has the
// answer, the tables with their intervals and four figures.
"use strict";
const byId = (id) => document.getElementById(id);
const FILTERS = { group: "limits", puzzle: "puzzle", family: "family", backend: "backend", encoding: "encoding",
  formulation: "formulation", profile: "profile", threads: "threads" };
let page, chosen, drawing = 0;

async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
const digits = (value, n = 3) => (value === null || !Number.isFinite(value) ? "–"
  : Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(n))));
const percent = (share) => `${(100 * share).toFixed(1)}%`;

const inOrder = (a, b) => String(a).localeCompare(String(b), "en", { numeric: true }); // 8 before 12

// ---- Filters -----------------------------------------------------------------------------------------------------
function valuesOf(name) {
  const { configurations, instances, limits } = page.rows;
  if (name === "group") return limits.map((limit, i) => [i, limitWords(limit)]);
  const records = name === "puzzle" || name === "family" ? instances : configurations;
  return [...new Set(records.map((record) => record[name]))].sort(inOrder).map((value) => [value, String(value) || "none"]);
}
const limitWords = (limit) => `${limit.limit_s} s` + (limit.limit_mb ? `, ${limit.limit_mb} MB` : "")
  + (limit.unique ? ", second answer asked for" : "");

function addFilters() {
  const form = byId("filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const [name, words] of Object.entries(FILTERS)) {
    const values = valuesOf(name);
    if (values.length < 2) continue;
    const box = element("div", values.length > 5 ? { class: "many", tabindex: 0, role: "group", "aria-label": words } : {});
    for (const [value, text] of values) {
      const kind = name === "group" ? "radio" : "checkbox";
      const input = element("input", { type: kind, name, change: () => { readFilters(); update(); } });
      input.value = String(value);
      input.checked = input.defaultChecked = name !== "group" || value === largestGroup();
      box.append(element("label", {}, input, ` ${text}`));
    }
    form.append(element("fieldset", {}, element("legend", {}, words), box));
  }
  const sizes = [...new Set(page.rows.instances.map((i) => i.size))].filter((size) => size !== null).sort((a, b) => a - b);
  if (sizes.length > 1) form.append(element("fieldset", {}, element("legend", {}, "size (cells)"),
    element("label", {}, "from ", sizeChoice("low", sizes, sizes[0])), element("label", {}, "to ", sizeChoice("high", sizes, sizes.at(-1)))));
}
function sizeChoice(name, sizes, usual) {
  const choice = element("select", { name, change: () => { readFilters(); update(); } });
  choice.append(...sizes.map((size) => {
    const option = element("option", {}, String(size));
    option.defaultSelected = size === usual;
    return option;
  }));
  return choice;
}
function largestGroup() {
  const counts = new Map();
  for (const group of page.rows.columns.group) counts.set(group, (counts.get(group) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
function readFilters() {
  const form = byId("filters"), filter = {};
  for (const name of Object.keys(FILTERS)) {
    const inputs = [...form.querySelectorAll(`input[name="${name}"]`)];
    if (!inputs.length) continue;
    const picked = inputs.filter((input) => input.checked).map((input) => input.value);
    if (name === "group") filter.group = Number(picked[0]);
    else if (picked.length < inputs.length) filter[name] = new Set(picked);
  }
  const [low, high] = ["low", "high"].map((name) => form.elements[name]);
  if (low && (low.selectedIndex > 0 || high.selectedIndex < high.length - 1)) filter.sizes = [Number(low.value), Number(high.value)];
  chosen = { filter, rows: Campaign.select(page.rows, filter) };
}
function currentLimit() {
  const whole = page.rows.limits[chosen.filter.group ?? 0].limit_s, slider = byId("limit");
  if (slider.value === slider.max) return whole;
  return page.look.shortest * Math.exp(Math.log(whole / page.look.shortest) * slider.value / slider.max);
}

// ---- Table of scores ---------------------------------------------------------------------------------------------
const COLUMNS = [
  ["wrong", (s) => s.wrong || "", "wrong"], ["solved", (s) => `${s.solved}/${s.runs}`, "solved"],
  ["share solved", (s) => percent(s.share), "share"], ["PAR-2 (s)", (s) => digits(s.par2), "par2"],
  ["geometric mean (s)", (s) => digits(s.geometric), "geometric"], ["unique", (s) => s.unique, "unique"],
  ["marginal (s)", (s) => digits(s.marginal_s), "marginal_s"],
  ["closed gap", (s) => (s.closed_gap === null ? "–" : s.closed_gap.toFixed(2)), "closed_gap"],
];
function showScores(limit) {
  const result = Campaign.scores(page.rows, chosen.rows, limit), table = byId("score-table");
  const body = element("tbody");
  const fill = (records) => body.replaceChildren(...records.map((score) => element("tr", score.wrong ? { class: "wrong" } : {},
    element("th", { scope: "row", class: "key" }, sample(score.configuration), ` ${score.configuration}`),
    ...COLUMNS.map(([, show]) => element("td", { class: "num" }, String(show(score)))))), virtualRow(result, limit));
  const heads = COLUMNS.map(([name, , key]) => sortHead(name, (sign) =>
    fill([...result.table].sort((a, b) => sign * ((a[key] ?? -Infinity) - (b[key] ?? -Infinity))))));
  table.replaceChildren(element("thead", {}, element("tr", {}, sortHead("configuration", (sign) =>
    fill([...result.table].sort((a, b) => sign * a.configuration.localeCompare(b.configuration))), ""), ...heads)), body);
  fill(result.table);
  byId("score-notes").replaceChildren(...result.notes.map((note) => element("li", {}, note)));
  return result;
}
function sortHead(name, sort, kind = "num") {
  const head = element("th", { scope: "col", class: kind });
  head.append(element("button", { type: "button", class: "sort", click: () => {
    const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    sort(sign);
  } }, name));
  return head;
}
const virtualRow = ({ virtual }) => (virtual.instances ? element("tr", { class: "virtual" },
  element("th", { scope: "row" }, "virtual best"), element("td"),
  element("td", { class: "num" }, `${virtual.solved}/${virtual.instances} instances`), element("td"),
  element("td", { class: "num" }, digits(virtual.par2)), element("td", { colspan: 4 })) : "");
function sample(configuration) {
  const style = page.styles[configuration], space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 40 14");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "line-sample");
  svg.innerHTML = `<path d="M0 7H40" fill="none" stroke-width="2.4" stroke="${style.color}" stroke-dasharray="${style.strokeDash}"/>`;
  return svg;
}

// ---- Figures -----------------------------------------------------------------------------------------------------
const nameOf = (row) => page.rows.configurations[page.rows.columns.configuration[row]].configuration;
// What figures show: of many configurations the best. In their order, so that each keeps its colour.
function look() {
  const shown = new Set(chosen.ranked.slice(0, page.most));
  return { ...page.look, series: page.look.series.filter((name) => shown.has(name)) };
}
// The specification for what is chosen: names of the pair, series that are shown, the limit, the fitted exponents.
function specFor(figure, shown, choice, limit, table) {
  const inner = (name) => JSON.stringify(name ?? "").slice(1, -1);
  const text = JSON.stringify(figure.spec).replaceAll("@first", inner(choice.pair[0])).replaceAll("@second", inner(choice.pair[1]));
  const spec = JSON.parse(text, (key, value) => {
    if (value && value.field === "configuration" && value.scale && ["color", "shape", "strokeDash", "fill"].includes(key)) {
      const names = figure.needs === "pair" ? choice.pair : shown.series;
      const channel = key === "fill" ? "color" : key;
      value.scale = { domain: names, range: names.map((name) => page.styles[name]?.[channel] ?? null) };
    }
    return value;
  });
  for (const param of spec.params || []) {
    if (param.name === "limit") param.value = limit;
    if (param.name === "exponents") param.value = isWhole() ? page.exponents[choice.puzzle] || {} : {};
  }
  spec.datasets = { ...spec.datasets, [figure.name]: table };
  return spec;
}
// The same for a place that is narrower than the figure on paper: its panels below each other, its names cut.
const MARGIN = 90; // what axes need beside a panel
function fitTo(room, spec) {
  const fitted = JSON.parse(JSON.stringify(spec), (key, value) => (key === "labelLimit" ? Math.min(value, room / 3) : value));
  if (fitted.hconcat && room < MARGIN + fitted.hconcat.reduce((sum, panel) => sum + panel.width, 0)) {
    const panels = JSON.stringify(fitted.hconcat).replaceAll('"labels":false', '"labels":true');
    fitted.vconcat = JSON.parse(panels).map((panel) => ({ ...panel, width: Math.min(room - MARGIN, 1.5 * panel.width) }));
    delete fitted.hconcat;
  } else if (typeof fitted.width === "number" && fitted.width + MARGIN > room) {
    Object.assign(fitted, { width: room, autosize: { type: "fit-x", contains: "padding" } });
  }
  return fitted;
}
const configFor = (room) => (room >= 480 ? page.config
  : { ...page.config, legend: { ...page.config.legend, columns: 1, labelLimit: room - 50, layout: { bottom: { direction: "vertical" } } } });
const isWhole = () => byId("limit").value === byId("limit").max && !chosen.filter.sizes && !chosen.filter.family;
function tableOf(figure, shown, choice, limit) {
  const names = new Set(figure.needs === "pair" ? choice.pair : shown.series);
  return Tables[figure.name](page.rows, chosen.rows.filter((row) => names.has(nameOf(row))), limit, shown, choice);
}
const currentChoice = () => ({ pair: [byId("first").value, byId("second").value], puzzle: byId("puzzle").value });

async function drawFigures(limit) {
  const turn = ++drawing, shown = look(), choice = currentChoice();
  for (const figure of page.figures) {
    await new Promise((done) => setTimeout(done));
    if (turn !== drawing) return; // something else was chosen meanwhile
    const table = tableOf(figure, shown, choice, limit), place = byId(`chart-${figure.name}`);
    if (!table.length) { place.textContent = "No runs."; continue; }
    const room = place.clientWidth;
    const { view } = await vegaEmbed(place, fitTo(room, specFor(figure, shown, choice, limit, table)),
      { actions: false, ast: true, renderer: "svg", config: configFor(room), tooltip: false });
    view.addEventListener("click", (event, item) => item?.datum?.instance && showInstance(item.datum.instance));
  }
  document.body.dataset.ready = "yes";
}
function addChoices() {
  const fill = (id, names, usual) => {
    byId(id).replaceChildren(...names.map((name) => element("option", {}, name)));
    byId(id).value = usual;
    byId(id).addEventListener("change", () => drawFigures(currentLimit()));
  };
  const [best, next] = page.best;
  fill("first", page.look.series, best);
  fill("second", page.look.series, next ?? best);
  fill("puzzle", page.look.puzzles, page.look.puzzles[0]);
  byId("puzzle").parentElement.hidden = page.look.puzzles.length < 2;
}
function saveCsv(name) {
  const figure = page.figures.find((each) => each.name === name);
  const table = tableOf(figure, look(), currentChoice(), currentLimit());
  const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value ?? "");
  const lines = [Object.keys(table[0] || {}), ...table.map((row) => Object.values(row))].map((row) => row.map(cell).join(","));
  const link = element("a", { href: URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" })), download: `${name}.csv` });
  link.click();
}

// ---- One instance ------------------------------------------------------------------------------------------------
function showInstance(hash) {
  const { instances, columns, configurations, results, texts } = page.rows;
  const board = instances.findIndex((each) => each.instance === hash), about = instances[board], place = byId("instance");
  const rows = chosen.rows.filter((row) => columns.instance[row] === board);
  rows.sort((a, b) => columns.configuration[a] - columns.configuration[b] || columns.seed[a] - columns.seed[b]);
  const head = ["configuration", "seed", "cell", "result", "answer", "evidence", "total (s)", "build to verify", "CPU (s)", "memory (MB)", "variables", "rows", "literals", "note"];
  const numbers = new Set(["total (s)", "CPU (s)", "memory (MB)", "variables", "rows", "literals"]);
  const lines = rows.map((row) => element("tr", columns.result[row] === page.rows.wrong ? { class: "wrong" } : {},
    element("th", { scope: "row" }, configurations[columns.configuration[row]].configuration),
    element("td", {}, String(columns.seed[row] ?? "")),
    element("td", {}, element("button", { type: "button", click: () => showCell(row) }, columns.cell[row])),
    ...[results[columns.result[row]] + (columns.contended[row] ? ", contended" : ""),
      texts.status[columns.status[row]] + (columns.objective[row] === null ? "" : ` ${columns.objective[row]}`),
      texts.evidence[columns.evidence[row]]].map((text) => element("td", {}, String(text ?? ""))),
    element("td", { class: "num" }, digits(columns.total_s[row])),
    element("td", {}, splitBar(row)),
    ...["cpu_s", "peak_mb", "variables", "rows", "literals"].map((name) => element("td", { class: "num" }, digits(columns[name][row]))),
    element("td", { class: "note" }, texts.note[columns.note[row]] ?? "")));
  const boards = element("div", { class: (page.drawings[hash] || []).length === 1 ? "boards one" : "boards" });
  for (const [title, svg] of page.drawings[hash] || []) {
    const sheet = element("div", { class: "sheet" });
    sheet.innerHTML = svg; // drawn by the puzzle, which escapes names
    boards.append(element("figure", {}, sheet, element("figcaption", {}, title)));
  }
  const title = element("h4", {}, about.name), words = [about.puzzle, about.what, about.board_options,
    about.board_seed === null ? "" : `--seed ${about.board_seed}`].filter(Boolean).join(" ");
  const command = element("code"), log = element("pre", { class: "raw", tabindex: 0, "aria-label": "Log" });
  const showCell = (row) => {
    const cell = columns.cell[row];
    command.textContent = page.repeat.replace("CELL", cell);
    log.textContent = page.rows.logs[row] || `The log of cell ${cell} is not in this page: see ${page.show.replace("CELL", cell)}`;
  };
  if (rows.length) showCell(rows[0]);
  place.replaceChildren(title, element("p", { class: "small soft" }, `${words}; family ${about.family ?? "–"}; ${about.size ?? "?"} cells; ${hash}`),
    page.drawings[hash] ? boards : element("p", { class: "small" }, "This page has no drawing of this board."),
    element("p", { class: "small" }, "The command that repeats a cell (choose one below), and the log of its run: ", command), log,
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Runs of this instance" }, element("table", { class: "scores" },
      element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col", class: numbers.has(name) ? "num" : "" }, name)))), element("tbody", {}, ...lines))));
  history.replaceState(null, "", `#${hash}`);
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
const STEP_COLOURS = ["#56b4e9", "#e69f00", "#f0e442", "#0072b2", "#cc79a7", "#009e73"];
function splitBar(row) {
  const steps = ["build", "lower", "load", "solve", "decode", "verify"];
  const times = steps.map((step) => page.rows.columns[`${step}_s`][row] ?? 0), total = times.reduce((a, b) => a + b, 0);
  const words = steps.map((step, i) => `${step} ${digits(times[i])} s`).join(", ");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  let start = 0;
  svg.innerHTML = `<title>${words}</title>` + times.map((time, i) => {
    const width = total ? 100 * time / total : 0, x = start;
    start += width;
    return `<rect x="${x}" y="0" width="${width}" height="10" fill="${STEP_COLOURS[i]}"/>`;
  }).join("");
  for (const [key, value] of [["viewBox", "0 0 100 10"], ["preserveAspectRatio", "none"], ["class", "split-bar"], ["role", "img"], ["aria-label", words]]) svg.setAttribute(key, value);
  return svg;
}
function listInstances() {
  if (!byId("list").open) return;
  const table = Tables.instances(page.rows, chosen.rows, currentLimit()), names = page.look.series.filter((name) => chosen.ranked.includes(name)), boards = new Map();
  for (const row of table) {
    if (!boards.has(row.instance)) boards.set(row.instance, { ...row, times: {} });
    boards.get(row.instance).times[row.configuration] = row.result === "wrong" ? "wrong" : row.time_s === null ? row.result : digits(row.time_s);
  }
  const head = ["instance", "size", ...names].map((name, i) => element("th", { scope: "col", class: i ? "num" : "" }, name));
  byId("instance-table").replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...[...boards.values()].sort((a, b) => inOrder(a.name, b.name)).map((board) =>
    element("tr", {}, element("th", { scope: "row" }, element("button", { type: "button", click: () => showInstance(board.instance) },
      board.name)), element("td", { class: "num" }, String(board.size ?? "")),
    ...names.map((name) => element("td", { class: "num" }, board.times[name] ?? ""))))));
}

// ---- All together ------------------------------------------------------------------------------------------------
function update() {
  const limit = currentLimit(), result = showScores(limit);
  const whole = page.rows.columns.configuration.length, runs = chosen.rows.length;
  chosen.ranked = result.table.map((score) => score.configuration);
  byId("limit-words").textContent = `${digits(limit)} s`;
  byId("state").textContent = `${runs.toLocaleString("en")} of ${whole.toLocaleString("en")} runs; instances compared: ${result.virtual.instances}. `
    + "These numbers are computed in this page, without confidence intervals."
    + (chosen.ranked.length > page.most ? ` Figures show the best ${page.most} of ${chosen.ranked.length} configurations; filter to see others.` : "");
  listInstances();
  drawFigures(limit);
}
async function start() {
  const [library, text] = await Promise.all([unpack("library"), unpack("document")]);
  document.head.append(element("script", {}, library));
  page = JSON.parse(text);
  addFilters();
  addChoices();
  readFilters();
  let pause;
  byId("limit").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(update, 80); });
  byId("reset").addEventListener("click", () => { byId("filters").reset(); byId("limit").value = byId("limit").max; readFilters(); update(); });
  byId("list").addEventListener("toggle", listInstances);
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(pause);
    pause = setTimeout(() => drawFigures(currentLimit()), 200);
  });
  for (const button of document.querySelectorAll("[data-csv]")) button.addEventListener("click", () => saveCsv(button.dataset.csv));
  for (const id of ["live", "drawn", "instances"]) byId(id).hidden = false;
  update();
  const linked = location.hash.slice(1);
  if (page.rows.instances.some((each) => each.instance === linked)) showInstance(linked);
}
start().catch((error) => {
  document.getElementById("main").prepend(element("p", { class: "message" }, `The interactive part of this page could not start: ${error.message}`));
});
