// The picture of a scene, from its document alone (docs/scenes.md): one path for all cells of a layer and a part, so
// that a board with many cells has few elements. What is drawn is data first: [name, attributes, ...children].

/** @import { CellLayer, Layer, LineLayer, Margin, Part, Scene, State, Style } from "./documents.js" */
/** @typedef {[string, Style, ...(DrawnElement | string)[]]} DrawnElement */

import { boardSides, briefNumber, cornerOf, lineEnds, outlineAreas, outlineArrow, outlineFloor, outlineGrid, outlineLanes, outlineStrips } from "./scene_outlines.js";

const SVG_NAMES = "http://www.w3.org/2000/svg";
const WORD_FONT = { "font-family": "system-ui,'Segoe UI','DejaVu Sans',sans-serif" };
const PAPER_ROUNDING = 6;
const LANES_APART = 5; // of lines without a glyph

/** What was drawn last in each picture. @type {WeakMap<Element, DrawnElement[]>} */
const DRAWN = new WeakMap();

/**
 * The picture of a scene.
 * @param {Scene} scene
 * @param {Document} document
 * @returns {SVGSVGElement}
 */
export function drawScene(scene, document) {
  const picture = /** @type {SVGSVGElement} */ (document.createElementNS(SVG_NAMES, "svg"));
  redrawScene(picture, scene);
  return picture;
}

/**
 * Another scene in a picture. What is the same stays as it is: words are dear to lay out.
 * @param {SVGSVGElement} picture
 * @param {Scene} scene
 */
export function redrawScene(picture, scene) {
  const [, attributes, ...wanted] = describePicture(scene);
  setAttributes(picture, attributes);
  changeChildren(picture, DRAWN.get(picture) ?? [], wanted);
  DRAWN.set(picture, wanted);
}

/** The first and last elements stay as far as they are the same; of the others groups of one kind are changed inside.
 * @type {(parent: Element, before: DrawnElement[], wanted: DrawnElement[]) => void} */
function changeChildren(parent, before, wanted) {
  const [old, now] = [before, wanted].map((elements) => elements.map((element) => JSON.stringify(element)));
  const nodes = [...parent.children], most = Math.min(old.length, now.length);
  let at = 0, last = 0;
  while (at < most && old[at] === now[at]) at += 1;
  while (last < most - at && old[old.length - 1 - last] === now[now.length - 1 - last]) last += 1;
  const end = old.length - last;
  for (const element of wanted.slice(at, now.length - last)) {
    const alike = before.findIndex((other, i) => i >= at && i < end && isSameGroup(other, element));
    if (alike < 0) {
      parent.insertBefore(buildElement(element, parent.ownerDocument), nodes[at] ?? null);
    } else {
      for (; at < alike; at += 1) nodes[at].remove();
      changeChildren(nodes[at], childrenOf(before[at]), childrenOf(element));
      at += 1;
    }
  }
  for (; at < end; at += 1) nodes[at].remove();
}

/** @type {(one: DrawnElement, other: DrawnElement) => boolean} */
const isSameGroup = (one, other) => one[0] === "g" && other[0] === "g" && JSON.stringify(one[1]) === JSON.stringify(other[1]);

/** @type {(group: DrawnElement) => DrawnElement[]} */
const childrenOf = ([, , ...children]) => /** @type {DrawnElement[]} */ (children);

/**
 * The picture as data.
 * @param {Scene} scene
 * @returns {["svg", Style, ...DrawnElement[]]}
 */
export function describePicture(scene) {
  const [x, y, width, height] = scene.box;
  return ["svg", { class: "drawing", role: "img", viewBox: scene.box.join(" "), width, height },
    ["title", {}, scene.title],
    ["rect", { x, y, width, height, rx: PAPER_ROUNDING, ...scene.paper }],
    ...describeContent(scene)];
}

/** @type {(element: DrawnElement, document: Document) => Element} */
function buildElement([name, attributes, ...children], document) {
  const made = document.createElementNS(SVG_NAMES, name);
  setAttributes(made, attributes);
  for (const child of children) made.append(typeof child === "string" ? child : buildElement(child, document));
  return made;
}

/** @type {(element: Element, attributes: Style) => void} */
function setAttributes(element, attributes) {
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
}

/** From the bottom up; elements without an outline are left out.
 * @type {(scene: Scene) => DrawnElement[]} */
function describeContent(scene) {
  const hasRows = scene.points === null;
  return [
    ...drawPath(hasRows ? outlineFloor(scene) : "", scene.floor),
    ...scene.ground.flatMap((layer) => drawLayer(scene, layer)),
    ...drawPath(hasRows && scene.lines ? outlineGrid(scene) : "", scene.lines ?? {}),
    ...drawPath(outlineAreas(scene, scene.areas), scene.borders),
    ...scene.layers.flatMap((layer) => drawLayer(scene, layer)),
    ...drawPath(outlineAreas(scene, scene.other_areas), scene.other_borders),
    ...drawDots(scene),
    ...[scene.left, scene.top, scene.right, scene.bottom].flatMap((margin) => drawMargin(scene, margin)),
    ...drawBelow(scene),
    ...drawKey(scene),
  ];
}

/** @type {(d: string, style: Style) => DrawnElement[]} */
const drawPath = (d, style) => (d ? [["path", { d, ...style }]] : []);

// ---- layers ------------------------------------------------------------------------------------------------------

/** @type {(scene: Scene, layer: Layer) => DrawnElement[]} */
const drawLayer = (scene, layer) => (layer.lines ? drawLines(scene, layer) : drawThings(scene, layer));

/** The parts of the glyph in the style of the state, then the signs of the state.
 * @type {(scene: Scene, layer: CellLayer) => DrawnElement[]} */
function drawThings(scene, layer) {
  const state = scene.states[layer.state];
  const parts = layer.glyph ? scene.glyphs[layer.glyph].parts : [];
  const outline = parts.find((part) => part.kind === "outline" && !part.detail);
  const isSeen = (/** @type {Part} */ part) => scene.detailed || !part.detail;
  const shown = (state.bare && outline ? [outline] : parts).filter(isSeen);
  return [
    ...shown.flatMap((part) => drawPart(scene, layer, part, styleInState(part, part === outline, state))),
    ...state.parts.filter(isSeen).flatMap((part) => drawPart(scene, layer, part, part.style)),
  ];
}

/** @type {(part: Part, isOutline: boolean, state: State) => Style} */
function styleInState(part, isOutline, state) {
  if (state.bare) return state.style;
  return { ...part.style, ...(isOutline ? state.style : part.kind === "words" ? wordChanges(part, state) : {}) };
}

/** What a state changes of words: those that it changes at all have the colour of what is wrong.
 * @type {(part: Part, state: State) => Style} */
const wordChanges = (part, state) =>
  (Object.keys(state.words).length ? { fill: part.wrong ?? "", ...state.words } : {});

/** @type {(scene: Scene, layer: CellLayer, part: Part, style: Style) => DrawnElement[]} */
function drawPart(scene, layer, part, style) {
  if (part.kind === "strip") return drawPath(outlineStrips(scene, layer.cells, part), style);
  const corners = layer.cells.map((cell) => cornerOf(scene, cell));
  return part.kind === "outline" ? drawOutline(corners, part, style) : drawWords(corners, part, style, layer.words);
}

/** The outline in the square at each corner.
 * @type {(corners: number[][], part: Part, style: Style) => DrawnElement[]} */
const drawOutline = (corners, part, style) =>
  drawPath(corners.map(([x, y]) => `M${briefNumber(x)} ${briefNumber(y)}${part.path}`).join(""), style);

/** The text of the part, or the words that are given, in the square at each corner.
 * @type {(corners: number[][], part: Part, style: Style, words?: string[]) => DrawnElement[]} */
function drawWords(corners, { x = 0, y = 0, text = "", room = 0 }, style, words) {
  const { "text-decoration": line, ...shared } = style; // groups do not hand it down
  const own = line === undefined ? {} : { "text-decoration": line };
  const most = Number(style["font-size"] ?? 14);
  const texts = corners.map(([left, top], i) => {
    const word = text || (words?.[i] ?? "");
    const fitting = (1.6 * room) / Math.max([...word].length, 1); // a digit is some 0.6 of its size wide
    const size = text || fitting >= most ? {} : { "font-size": Number(fitting.toPrecision(6)) };
    return /** @type {DrawnElement} */ (["text", { x: briefNumber(left + x), y: briefNumber(top + y), ...own, ...size }, word]);
  });
  return texts.length ? [["g", { ...WORD_FONT, ...shared, "text-anchor": "middle" }, ...texts]] : [];
}

// ---- lines -------------------------------------------------------------------------------------------------------

/** The stroke below, the lines, their arrows, and the signs of their state at their middles.
 * @type {(scene: Scene, layer: LineLayer) => DrawnElement[]} */
function drawLines(scene, layer) {
  const state = scene.line_states[layer.state], glyph = layer.glyph ? scene.line_glyphs[layer.glyph] : null;
  const ends = layer.lines.map((line) => lineEnds(scene, line, layer.between));
  const outline = outlineLanes(ends, layer, glyph?.apart ?? LANES_APART);
  const style = state.bare ? state.style : { ...glyph?.style, ...state.style };
  const corners = ends.map(([[x, y], [x2, y2]]) => [(x + x2 - scene.unit) / 2, (y + y2 - scene.unit) / 2]);
  return [
    ...(state.below ? drawPath(outline, state.below) : []),
    ...(glyph ? drawPath(outline, style) : []),
    ...(glyph?.arrow ? drawPath(ends.map((pair) => outlineArrow(pair, glyph.arrow)).join(""), { fill: style.stroke }) : []),
    ...state.parts.flatMap((part) => (part.kind === "words" ? drawWords : drawOutline)(corners, part, part.style)),
  ];
}

// ---- the board ---------------------------------------------------------------------------------------------------

/** In a group, since its colour is that of letters in dark mode, too.
 * @type {(scene: Scene) => DrawnElement[]} */
function drawDots(scene) {
  if (!scene.dots || !scene.detailed) return [];
  const { height, width } = boardSides(scene), wide = width + 1;
  const corners = Array.from({ length: (height + 1) * wide }, (_, i) => [scene.unit * (i % wide), scene.unit * Math.floor(i / wide)]);
  return [["g", scene.dots.style, ...drawOutline(corners, scene.dots, {})]];
}

/** The words on one side of the board; then the signs of states that change no words.
 * @type {(scene: Scene, margin: Margin | null) => DrawnElement[]} */
function drawMargin(scene, margin) {
  if (!margin) return [];
  const [right, down] = margin.step, [left, top] = margin.corner;
  const texts = margin.words.flatMap((words, i) => {
    const several = margin.stack ? words.split(" ") : [words], rise = top < 0 ? several.length - 1 : 0;
    return several.map((word, k) => /** @type {DrawnElement} */ (["text", {
      x: right * i + margin.x, y: down * i + margin.y + margin.stack * (k - rise), ...wordChanges(margin, scene.states[margin.states[i]]),
    }, word]));
  });
  const corners = (/** @type {string} */ state) =>
    margin.states.flatMap((each, i) => (each === state ? [[left + right * i, top + down * i]] : []));
  const signed = [...new Set(margin.states)].filter((state) => !Object.keys(scene.states[state].words).length);
  return [["g", { ...WORD_FONT, ...margin.style }, ...texts], ...signed.flatMap((state) => scene.states[state].parts.flatMap(
    (part) => (part.kind === "words" ? drawWords : drawOutline)(corners(state), part, part.style)))];
}

/** The scene below the board, small.
 * @type {(scene: Scene) => DrawnElement[]} */
function drawBelow({ below, unit, shape }) {
  if (!below) return [];
  const y = unit * shape[shape.length - 2] + unit / 2;
  return [["g", { transform: `translate(0,${y}) scale(${below.scale})` }, ...describeContent(below)]];
}

/** The key: things that lie on the board, each with what it means.
 * @type {(scene: Scene) => DrawnElement[]} */
function drawKey({ key, glyphs }) {
  if (!key) return [];
  const things = key.entries.flatMap(({ glyph, word, x, y }) => (glyph ? glyphs[glyph].parts : []).flatMap((part) =>
    (part.kind === "words" ? drawWords([[x, y]], part, part.style, word ? [word] : undefined)
      : part.kind === "outline" ? drawOutline([[x, y]], part, part.style) : [])));
  const texts = key.entries.map(({ text, x, y }) => /** @type {DrawnElement} */ (
    ["text", { x: briefNumber(x + key.x), y: briefNumber(y + key.y) }, text]));
  return [...things, ["g", { class: "key", ...WORD_FONT, ...key.style }, ...texts]];
}
