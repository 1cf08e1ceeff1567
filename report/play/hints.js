// The next hint for what lies on a board, in stages: where to look, why something follows, what follows. Pure.
//
//     something contradicts what is certain      that there is a mistake; where; to take it away
//     a step of the explanation is next          where to look; why; its marks that are missing
//     the reasons have ended                     that they have; where a solution has a piece; the piece
//
// The next step is the one that the first missing piece needs. That nothing lies somewhere is only told where a later
// piece needs it, and not to those who never mark such places, if one look shows it.

import { emptyStep } from "./board_state.js";

/** @typedef {import("./documents.js").BoardDocument} BoardDocument */
/** @typedef {import("./documents.js").HintStep} HintStep */
/** @typedef {import("./documents.js").Step} Step */
/** @typedef {import("./documents.js").Whereabouts} Whereabouts */
/** @typedef {[number, number]} PlacedStep a place and the step that lies there */
/**
 * @typedef {object} HintStage
 * @property {string[]} lines what is said now, and was not before
 * @property {Whereabouts} marked where to look
 */
/**
 * @typedef {object} Hint
 * @property {string} kind `mistake`, `other` (another solution than the known one), `done`, `none`, or that of its step
 * @property {HintStage[]} stages one or several
 * @property {PlacedStep[]} marks what to put on the board, told at the last stage
 * @property {boolean} [saysWhereAgain] do the lines of the second stage say what the first one has said?
 */

/**
 * @param {BoardDocument} board
 * @param {number[]} steps what lies at each place
 * @returns {Hint}
 */
export function nextHint(board, steps) {
  const looks = readBoard(board, steps), told = stepsOnTheWay(board), best = cheaperStep(board);
  if (told[0]?.kind === "conflict") return reasonHint(told[0], []);
  if (best && looks.isOn(new Map(board.solution?.steps.entries()))) return plainHint("done", "Nothing is missing on the board.");
  const wrong = looks.differing(certainSteps(board));
  if (wrong.length) return mistakeHint(wrong);
  const target = told.find((step) => looks.missingPieces(step).length);
  if (target?.certain) return stepHint(told, target, looks);
  const others = looks.differing(knownSteps(board));
  if (others.length) return otherHint(others);
  if (target) return stepHint(told, target, looks);
  if (best) return cheaperHint(best, looks.missingMarks(best));
  const left = looks.missingPieces({ what: { marks: [...knownSteps(board)] } });
  if (left.length) return pieceHint("solution", "No reasons are known for this board, but a solution.", left, "a solution has this here");
  const open = told.find((step) => step.kind === "open" && !step.what.marks.length);
  if (open) return { kind: "open", stages: [{ lines: open.why, marked: {} }], marks: [] };
  return board.solution || told.length ? plainHint("done", "Nothing is missing on the board.") : plainHint("none", "No hint is known for this board.");
}

/** @param {Hint} hint @param {number} stage from 1 on @returns {string[]} all that is said up to a stage */
export const hintLines = (hint, stage) => hint.stages.slice(hint.saysWhereAgain && stage > 1 ? 1 : 0, stage)
  .flatMap(({ lines }) => lines.map((line) => (/[.:!?]$/.test(line) ? line : `${line}.`)));

// ---- what is known of the board ----------------------------------------------------------------------------------

/**
 * What is seen of the steps on a board.
 * @param {BoardDocument} board
 * @param {number[]} steps
 */
function readBoard({ scene }, steps) {
  const kinds = scene.clicks?.steps ?? [], nothing = scene.clicks ? emptyStep(scene.clicks) : 0;
  /** @type {(step: number) => boolean} */
  const isPiece = (step) => Boolean(kinds[step]?.answer);
  const marksNothing = nothing > 0 && steps.includes(nothing);
  return {
    skipsPlain: !marksNothing && steps.some(isPiece),
    /** @type {(step: {what: {marks: PlacedStep[]}}) => PlacedStep[]} */
    missingMarks: ({ what }) => what.marks.filter(([place, step]) => steps[place] !== step),
    /** @type {(step: {what: {marks: PlacedStep[]}}) => PlacedStep[]} */
    missingPieces: ({ what }) => what.marks.filter(([place, step]) => isPiece(step) && steps[place] !== step),
    /** Do the same pieces lie there, and no others? @type {(wanted: Map<number, number>) => boolean} */
    isOn: (wanted) => steps.every((step, place) => step === wanted.get(place) || !(isPiece(step) || isPiece(wanted.get(place) ?? 0))),
    /** The places where something else lies than should; fewer lines than there should be are no mistake.
     * @type {(wanted: Map<number, number>) => PlacedStep[]} */
    differing: (wanted) => [...wanted].filter(([place, step]) => {
      const lies = steps[place];
      if (!lies || lies === step || (!isPiece(lies) && !isPiece(step))) return false;
      return !(isPiece(lies) && (kinds[lies].count ?? 1) < (kinds[step].count ?? 1));
    }),
  };
}

/** The steps that lead to a solution. @param {BoardDocument} board @returns {HintStep[]} */
const stepsOnTheWay = ({ hints }) => (hints?.steps ?? []).filter(({ kind }) => kind !== "cheaper");

/** The step from there to a solution that costs less, if there is one. @param {BoardDocument} board @returns {HintStep | undefined} */
const cheaperStep = ({ hints }) => hints?.steps.find(({ kind }) => kind === "cheaper");

/** What holds in every solution, by place. @param {BoardDocument} board @returns {Map<number, number>} */
function certainSteps({ hints, solution }) {
  if (solution?.unique) return new Map(solution.steps.entries());
  return new Map((hints?.steps ?? []).flatMap(({ certain, what }) => (certain ? what.marks : [])));
}

/** The solution to which the hints lead, by place. @param {BoardDocument} board @returns {Map<number, number>} */
function knownSteps(board) {
  const known = new Map(board.solution?.steps.entries());
  for (const { what } of stepsOnTheWay(board)) for (const [place, step] of what.marks) known.set(place, step);
  return known;
}

/**
 * The numbers of the steps on which one rests, with all on which they rest, and itself.
 * @param {HintStep[]} told
 * @param {number} number
 * @returns {Set<number>}
 */
function neededSteps(told, number) {
  const needed = new Set([number]);
  for (const each of needed) for (const earlier of told[each].rests) needed.add(earlier);
  return needed;
}

// ---- hints -------------------------------------------------------------------------------------------------------

/** The hint for the first step that this one needs and that is not on the board yet.
 * @param {HintStep[]} told @param {HintStep} target @param {ReturnType<typeof readBoard>} looks @returns {Hint} */
function stepHint(told, target, looks) {
  const needed = [...neededSteps(told, told.indexOf(target))].sort((a, b) => a - b).map((number) => told[number]);
  const next = needed.find((step) => looks.missingMarks(step).length && !(step.plain && looks.skipsPlain)) ?? target;
  if (next.kind === "open" || next.kind === "solution") return pieceHint(next.kind, next.why.join(" "), looks.missingPieces(next), next.what.words);
  return reasonHint(next, looks.missingMarks(next));
}

/** @param {HintStep} step @param {PlacedStep[]} marks @returns {Hint} */
function reasonHint({ kind, where, why, what }, marks) {
  const { words, ...marked } = where;
  const look = words ? `Look here: ${words}.` : "Look at what is marked.";
  return { kind, stages: [{ lines: [look], marked }, { lines: why, marked }, { lines: [`So: ${what.words}.`], marked }], marks, saysWhereAgain: true };
}

/** A piece of a solution, without a reason. @param {string} kind @param {string} why @param {PlacedStep[]} missing @param {string} words @returns {Hint} */
function pieceHint(kind, why, missing, words) {
  const [place] = missing[0], marked = { places: [place] };
  return { kind, stages: [{ lines: [why], marked: {} }, { lines: ["A solution has something at the place that is marked."], marked }, { lines: [`So: ${words}.`], marked }], marks: [missing[0]] };
}

/** @param {PlacedStep[]} wrong @returns {Hint} */
function mistakeHint(wrong) {
  const [place] = wrong[0], marked = { places: [place] };
  const count = wrong.length > 1 ? `There are ${wrong.length} mistakes on the board.` : "There is a mistake on the board.";
  return { kind: "mistake", stages: [{ lines: [count], marked: {} }, { lines: ["What is marked is wrong."], marked }, { lines: ["So: take it away."], marked }], marks: [[place, 0]] };
}

/** @param {PlacedStep[]} others @returns {Hint} */
function otherHint(others) {
  const marked = { places: others.map(([place]) => place) };
  const lines = ["The board has several solutions. What lies on it is not part of the one that is known here."];
  return { kind: "other", stages: [{ lines, marked: {} }, { lines: ["They differ at what is marked."], marked }, { lines: ["So: change that to the known solution."], marked }], marks: others };
}

/** @param {HintStep} step @param {PlacedStep[]} marks @returns {Hint} */
function cheaperHint({ kind, where, why, what }, marks) {
  const { words, ...marked } = where;
  const lines = ["One that costs less differs at what is marked."];
  return { kind, stages: [{ lines: why, marked: {} }, { lines, marked }, { lines: [`So: ${what.words}.`], marked }], marks };
}

/** @param {string} kind @param {string} line @returns {Hint} */
const plainHint = (kind, line) => ({ kind, stages: [{ lines: [line], marked: {} }], marks: [] });
