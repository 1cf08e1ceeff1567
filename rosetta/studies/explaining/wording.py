"""Rows in words: what a row says, given what is known, as a short sentence.

    exactly 2 of 5, one holds, one is open      row 3 (row counts) still needs 1 tent and has 1 free cell
    at most 1, one holds                        the cells from R1C2 to R2C3 (tents do not touch) have a tent at R1C2
    at least 1, one is open                     the cell R4C5 (every white cell is lit) needs a lamp, and only one cell
                                                is left for it

Nothing here knows a puzzle. The puzzle's record names literals, rows and the pieces of an answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from backends.reasons.row_table import COUNT, ODD, OPAQUE, Place, RowTable, Values, propagate_row
from backends.reasons.trace import ChainLink, Step
from models.neutral import Kind, Model
from models.neutral.wording.phrases import Phrase
from models.puzzles.model.instance import ModelInstance
from models.puzzles.stated_words import (
    evident_words,
    is_part,
    literal_cells,
    name_literal,
    naming_cells,
    row_phrase,
    stated_literals,
    words_of,
)
from report.explanation.records import RowName, describe_rows, merge_rows
from report.words import join_names
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.count_words import MAX_NAMED, CountedRow, describe_count
from rosetta.studies.explaining.grouping import Family
from rosetta.studies.explaining.phrase_lists import join_phrases
from rosetta.studies.grading.graph_words import degree_blocks, describe_degree_row, describe_graph_row, graph_blocks

MAX_LISTED = 24  # literals that are listed in one conclusion
LIST_SLACK = 8  # a list that is longer by no more than this is not cut
MAX_FACTS = 10_000  # characters of the names of facts
MAX_LENGTH = 240  # characters of the names in one conclusion
FEW_LITERALS = 3  # of a clause of up to so many literals it is said what is known of them
MAX_BRIEF = 200  # characters of the names of what a link of a chain excludes
MAX_REMAINDER = 60  # characters of the names of what else a step concludes: the conclusion has them already


class Wording:
    """The words for one question and its model."""

    def __init__(self, question: Question, model: Model, rows: RowTable) -> None:
        self.question, self.model, self.rows = question, model, rows
        self.record = question.puzzle
        self.index = {place: r for r, place in enumerate(rows.places)}
        self.graph_blocks, self.degree_blocks = graph_blocks(model), degree_blocks(model)
        self.plural = next(iter(self.record.answer_json(()))).replace("_", " ")  # `tents`, `shaded cells`
        self.singular = self.plural[:-2] if self.plural.endswith("sses") else self.plural.removesuffix("s")
        own = question.instance if isinstance(question.instance, ModelInstance) else None
        added = set() if own is None else {*own.model.derived, *own.following_arrays}
        nouns = set() if own is None else {says.noun for name, says in own.model.says.items() if name not in added}
        if len(nouns) == 1 and all(nouns):
            self.singular, self.plural = (noun := next(iter(nouns))), f"{noun}s"
        elif self.record.extras.piece:
            self.singular, self.plural = self.record.extras.piece, f"{self.record.extras.piece}s"
        self.name = cache(lambda x: name_literal(self.record, question.instance, model, x))
        self.names_tell_number = cache(self._names_tell_number)
        self.cells = cache(lambda x: literal_cells(self.record, question.instance, model, abs(x)))

    # ---- integers -----------------------------------------------------------------------------------------------

    def integer_values(self, assigned: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Integers that an equation defines by variables of the answer (their bits), and their values by what is
        assigned."""
        rows = self.rows
        columns = zip(rows.kinds, rows.literals, rows.lo, rows.hi, rows.coefs, strict=True)
        for kind, literals, low, high, coefs in columns:
            if kind == OPAQUE and low == high and coefs and coefs[0] == 1 and literals[0] > 0:
                x, *bits = literals
                if self.model.integer[x] and all(bit > 0 and rows.answer[bit] for bit in bits):
                    yield x, low - sum(c * int(assigned[bit]) for bit, c in zip(bits, coefs[1:], strict=True))

    def closed_integers(self, values: Values) -> frozenset[Hashable]:
        """The bits of integers that are known, where they are not variables of the answer by themselves."""
        return frozenset()

    def told_rows(self, places: Sequence[Place]) -> Sequence[Place]:
        """The rows of a reason that a person is told."""
        return places

    # ---- names ------------------------------------------------------------------------------------------------

    def row(self, place: Place) -> RowName:
        block = self.model.blocks[place[0]]
        if place[0] in self.graph_blocks:  # ways, of which the rule as a whole speaks
            return RowName(block.sentence, int(block.number[place[1]]), "")
        words = row_phrase(self.record, self.question.instance, self.model, block, place[1])
        return RowName(
            block.sentence, int(block.number[place[1]]), words.text, "", words.head, words.many, words.opening
        )

    def clue(self, place: Place) -> RowName:
        """The name of a clue row, with its number unless the name has it already (`the wall 2 at R1C2`), or the clue is
        a single literal (a given number)."""
        says = (
            ""
            if self.given_literal(place) or self.names_tell_number(place[0])
            else str(int(self.model.blocks[place[0]].lo[place[1]]))
        )
        return replace(self.row(place), clue=says)

    def given_literal(self, place: Place) -> int | None:
        """The literal that a given asks for (a number in its cell); None for any other row."""
        block, row = self.model.blocks[place[0]], place[1]
        literals = block.rows[row]
        return int(literals[0]) if block.kind is Kind.CLAUSE and block.is_clue and len(literals) == 1 else None

    def describe_instead(self, literal: int, values: Sequence[int]) -> str:
        """What holds where a literal does not: another one of its array that is about the same cells (`R1C2 is 7`),
        else that it does not hold."""
        array, _ = self.model.place_of(literal) or ("", 0)
        others = self.model.arrays[array].ravel().tolist() if array else []
        holding = (
            x for x in others if values[x] == 1 and literal > 0 and self.cells(x) == self.cells(literal) != frozenset()
        )
        return self.name(next(holding, -literal))

    def _names_tell_number(self, block: int) -> bool:
        """Do the names of these rows contain the numbers that they ask for?"""
        stated = self.model.blocks[block].of
        return stated is not None and stated.tells("clue")

    def row_title(self, place: Place) -> str:
        """`Row 3 (row counts)`."""
        row = self.row(place)
        return f"{row.name[0].upper()}{row.name[1:]} ({row.rule})"

    def describe_literals(self, literals: Iterable[int], most: int = MAX_LISTED, room: int = MAX_LENGTH) -> str:
        """Literals by name, grouped by how their names begin: `tents at R1C2, R1C4`."""
        stated = stated_literals(self.model, literals)
        most = len(stated) if len(stated) <= most + LIST_SLACK else most
        groups: dict[tuple[str, str], list[Phrase]] = {}
        length = 0
        for i, (x, phrase) in enumerate(stated[:most]):
            told = phrase or Phrase(self.name(x))
            length += len(told.rest)
            if length > room:
                most = i
                break
            groups.setdefault((told.head, told.many), []).append(told)
        text = "; ".join(map(join_phrases, groups.values()))
        return text + (f"; and {len(stated) - most:,} more" if len(stated) > most else "")

    def describe_facts(self, literals: Sequence[int]) -> str:
        """All of these literals, those that begin alike together."""
        return self.describe_literals(literals, len(literals), room=MAX_FACTS)

    def describe_conclusion(self, conclusion: Sequence[int]) -> str:
        """The conclusion in words. That a cell has one number excludes its other numbers: these are left out."""
        has = {self.cells(x) for x in conclusion if x > 0}
        return self.describe_literals(
            x for x in conclusion if x > 0 or self.cells(x) not in has or is_part(self.model, x)
        )

    def summarize_literals(self, literals: Sequence[int]) -> str:
        """As `describe_literals`, but a long list of negative literals is replaced by its length."""
        text = self.describe_literals(literals, room=2 * MAX_BRIEF)
        if len(text) <= MAX_BRIEF or any(x > 0 for x in literals):
            return text
        return f"so {len(literals):,} other ways are ruled out"

    def row_cells(self, place: Place) -> frozenset[Hashable]:
        """The cells of a row: those that all its literals share (a tree, a cell to be covered), else all its cells."""
        each = [self.cells(x) for x in self.rows.literals[self.index[place]]]
        if not each:
            return frozenset()
        return frozenset.intersection(*each) or frozenset.union(*each)

    def all_cells(self, place: Place) -> frozenset[Hashable]:
        """The cells of all its literals; none where some literal is not of the answer."""
        literals = self.rows.literals[self.index[place]]
        if not literals or not all(self.rows.answer[abs(x)] for x in literals):
            return frozenset()
        return frozenset[Hashable]().union(*map(self.cells, literals))

    def place_cells(self, place: Place) -> frozenset[Hashable]:
        """Where a row stands on the board: the puzzle's word for it, else the cells that all its literals share."""
        written = self.written_cells(place)
        each = [self.cells(x) for x in self.rows.literals[self.index[place]]]
        return written or (frozenset.intersection(*each) if len(each) > 1 else frozenset())

    def written_cells(self, place: Place) -> frozenset[Hashable]:
        """Where the puzzle says that a row stands on the board, or by which cell it names it, if it does."""
        return naming_cells(self.model.blocks[place[0]], place[1])

    def obvious(self, step: Step) -> tuple[str, frozenset[Hashable]] | None:
        """What the model says of rows of one rule that leave cells empty by themselves, if it has words for that; and
        these cells."""
        rows = [self.rows.literals[self.index[place]] for place in step.rows]
        if step.kind != "row" or step.facts or not all(len(row) == 1 for row in rows):
            return None
        cells = frozenset[Hashable]().union(*(self.cells(row[0]) for row in rows))
        words = evident_words(self.model.blocks[step.rows[0][0]], cells)
        return None if words is None else (words, cells)

    # ---- sentences --------------------------------------------------------------------------------------------

    def describe_row(self, place: Place, values: Values, known: Values | None = None) -> str:
        """What the row says with these values. known: what stands on the board, where a reason uses less of it."""
        r = self.index[place]
        if place[0] in self.graph_blocks:
            block, vertices = self.model.blocks[place[0]], self.graph_blocks[place[0]]
            way = block.names[int(block.number[place[1]])]
            return f"{describe_graph_row(way, self.rows.literals[r], values, vertices)} ({block.sentence})"
        broken = propagate_row(self.rows, r, values)[0]
        title, literals = self.row_title(place), self.rows.literals[r]
        if len(literals) == 1 and literals[0] < 0 and not broken:
            block, cells = self.model.blocks[place[0]], self.cells(literals[0])
            obvious = evident_words(block, cells)
            if obvious is not None:
                return obvious
        if self.rows.kinds[r] == ODD:
            return f"{title} {self._describe_parity(r, values, broken)}"
        if self.rows.kinds[r] != COUNT:
            return f"{title} {'cannot be kept' if broken else 'leaves no other choice'}"
        if place[0] in self.degree_blocks:
            return describe_degree_row(self.singular, self.row(place), literals, values)
        given = self._describe_given(r, values)
        if given:
            title = f"Given {given}, {self.row(place).name} ({self.row(place).rule})"
        placed = [x for x in literals if known is not None and values[x] == 0 and known[x] > 0]
        return f"{title}{describe_count(self._counted_row(r, values), broken, placed, self)}"

    def describe_rows(self, places: Sequence[Place]) -> str:
        """What rows of one rule say that leave no choice, whatever is known already."""
        rule, rows = self.row(places[0]).rule, [self.index[place] for place in places]
        if len(places) > 1 and all(len(self.rows.literals[r]) == 1 for r in rows):
            negative = all(self.rows.literals[r][0] < 0 for r in rows)
            why = "that alone decides" if negative else "in these places only one way is left"
            return f"{rule[0].upper()}{rule[1:]}, and {why}"
        named = merge_rows([self.row(place) for place in places[:MAX_NAMED]])
        more = f" and {len(places) - MAX_NAMED} more" if len(places) > MAX_NAMED else ""
        if all(self.rows.hi[r] == 0 and self._counts_pieces(r) for r in rows):
            return f"{named[0].upper()}{named[1:]}{more} ({rule}) allow no {self.singular}"
        return f"{rule[0].upper()}{rule[1:]}: this alone leaves no choice for {named}{more}"

    def describe_family(self, step: Step, family: Family) -> str:
        """Several rows of one family: see `grouping`."""
        names: dict[str, list[RowName]] = {}
        for place in sorted(step.rows):
            row = self.row(place)
            names.setdefault(row.rule, []).append(row)
        if family is Family.APART:
            held = sorted(x for x in step.facts if x > 0)
            pieces = self.describe_literals(held, MAX_LISTED, MAX_LENGTH)
            rules = "".join(f" ({rule})" for rule in names)
            if not self.name(held[0]).startswith("a "):  # `R1C2 is 3`, which is no noun
                return f"Since {pieces}, others are ruled out{rules}"
            pieces = pieces.removeprefix("a ") if len(held) == 1 else pieces
            return f"The {pieces} {'rules' if len(held) == 1 else 'rule'} out others{rules}"
        if family is Family.LINE:
            return self._describe_line(step, names)
        subject = " and ".join(f"{merge_rows(of)} ({rule})" for rule, of in names.items())
        begin = f"{subject[0].upper()}{subject[1:]}"
        if family is Family.FILLED:
            return f"{begin} {self._describe_filled([self.index[place] for place in step.rows], step)}"
        counts = {self.rows.hi[self.index[place]] for place in step.rows}
        theirs = f"their {self.singular}" if counts == {1} else f"all their {self.plural}"
        return f"{begin} already have {theirs}"

    def _describe_line(self, step: Step, rules: Iterable[str]) -> str:
        """How lines go on."""
        goes_on = f"{self.plural.capitalize()} go on where they have only one way"
        ends = (
            "none ends or branches" if any(x > 0 for x in step.conclusion) else f"No {self.singular} ends or branches"
        )
        parts = [goes_on] * any(x > 0 for x in step.conclusion) + [ends] * any(x < 0 for x in step.conclusion)
        return f"{', and '.join(parts)} ({join_names(rules)})"

    def _describe_filled(self, rows: Sequence[int], step: Step) -> str:
        """What rows need that need all their free places."""
        places = {self._place_noun(r, 2) for r in rows}
        noun = next(iter(places)) if len(places) == 1 else "ways"
        held = {x for x in step.facts if x > 0}
        if all(self.rows.lo[r] == 1 and not held & set(self.rows.literals[r]) for r in rows):
            return f"need a {self.singular} each, and only one {noun.removesuffix('s')} is left for it"
        return f"need all their free {noun}"

    def is_evident(self, step: Step) -> bool:
        """Does the step only say what a decision about a place means for another about the same place (no bridge: no
        second one)?"""
        return step.kind == "row" and len(step.rows) == 1 and self.says_meaning(step.rows[0])

    def says_meaning(self, place: Place) -> bool:
        """Are the literals of the row those of the answer about one place: two of them, or all, of which one holds?"""
        r = self.index[place]
        literals = self.rows.literals[r]
        is_choice = len(literals) > 2 and self.rows.kinds[r] == COUNT and self.rows.lo[r] == self.rows.hi[r] == 1
        if not (len(literals) == 2 or is_choice) or not all(self.rows.answer[abs(x)] for x in literals):
            return False
        first, *others = map(self.cells, literals)
        return bool(first) and all(first == other for other in others)

    def share_literal(self, first: Place, second: Place, values: Values) -> bool:
        """Are both rows filled by the same single literal, and of one rule or such that keep pieces apart?"""
        both = [self.index[place] for place in (first, second)]
        held = [self._filling_literal(r, values) for r in both]
        alike = first[0] == second[0] or all(map(self._keeps_apart, both))
        return alike and held[0] is not None and held[0] == held[1]

    def _filling_literal(self, r: int, values: Values) -> int | None:
        """The true literal that fills a row of at most one, if there is exactly one."""
        if self.rows.kinds[r] != COUNT or self.rows.hi[r] != 1 or len(self.rows.literals[r]) == 1:
            return None
        held = [x for x in self.rows.literals[r] if values[x] > 0]
        return held[0] if len(held) == 1 else None

    def _keeps_apart(self, r: int) -> bool:
        """Does the row allow one piece at most, and none as well?"""
        return self.rows.kinds[r] == COUNT and self.rows.lo[r] <= 0 and self.rows.hi[r] == 1 and self._counts_pieces(r)

    def describe_filled_rows(self, links: Sequence[ChainLink], values: Values) -> str:
        """One sentence for rows that are filled by the same literal: if they keep pieces apart, in the words of a step
        from such a row."""
        if all(self._keeps_apart(self.index[link.row]) for link in links):
            held = self.name(self._filling_literal(self.index[links[0].row], values) or 0)
            excluded = self.summarize_literals([x for link in links for x in link.literals])
            rules = "".join(f" ({rule})" for rule in dict.fromkeys(self.row(link.row).rule for link in links))
            if not held.startswith("a "):
                return f"Since {held}, others are ruled out{rules}: {excluded}"
            return f"The {held.removeprefix('a ')} rules out others{rules}: {excluded}"
        if len(links) == 1:
            return f"{self.describe_row(links[0].row, values)}: {self.summarize_literals(links[0].literals)}"
        subject = describe_rows([self.row(link.row) for link in links])
        held = self.name(self._filling_literal(self.index[links[0].row], values) or 0)
        literals = [x for link in links for x in link.literals]
        return f"{subject[0].upper()}{subject[1:]} already have {held}: {self.summarize_literals(literals)}"

    def _counted_row(self, r: int, values: Values) -> CountedRow:
        """What is known of a row that counts."""
        place, literals = self.rows.places[r], self.rows.literals[r]
        is_excluded = len(literals) == 1 and literals[0] < 0
        return CountedRow(
            name=self.row(place),
            is_plural=self._is_plural(r),
            is_clause=self._is_clause(r),
            is_given=is_excluded or self.given_literal(place) is not None,
            counts_pieces=self._counts_pieces(r),
            nouns=(self._place_noun(r, 1), self._place_noun(r, 2)),
            size=len(literals),
            least=self.rows.lo[r],
            most=self.rows.hi[r],
            held=tuple(x for x in literals if values[x] > 0),
            free=tuple(x for x in literals if values[x] == 0),
        )

    def _is_plural(self, r: int) -> bool:
        """Is the row's name a plural: `the cells from R1C2 to R2C3`?"""
        block, row = self.rows.places[r]
        stated = row_phrase(self.record, self.question.instance, self.model, self.model.blocks[block], row)
        return stated.is_plural

    def is_thing(self, literal: int) -> bool:
        """Does the literal speak of a thing, `a lamp at R1C2`, and not of what holds, `R1C2 is 4`? Known of what the
        model words."""
        found = words_of(self.model, literal)
        return found is None or bool(found[0].noun) or found[0].parts is not None

    def _counts_pieces(self, r: int) -> bool:
        """Does the row count pieces of the answer: positive literals of answer variables?"""
        return all(x > 0 and self.rows.answer[x] for x in self.rows.literals[r])

    def quantity(self, n: int) -> str:
        """`1 tent`, `2 tents`."""
        return f"{n} {self.singular if n == 1 else self.plural}"

    def _describe_given(self, r: int, values: Values) -> str:
        """Why a short clause has at most one way left, in literals that hold; "" where that needs no words."""
        literals = self.rows.literals[r]
        known = [-x for x in literals if values[x] < 0]
        decides = 1 < len(literals) <= FEW_LITERALS and len(known) >= len(literals) - 1
        alone = self._is_clause(r) and decides and all(values[x] <= 0 for x in literals)
        return self.describe_literals(known) if alone and not self._counts_pieces(r) else ""

    def _is_clause(self, r: int) -> bool:
        return self.model.blocks[self.rows.places[r][0]].kind is Kind.CLAUSE

    def _place_noun(self, r: int, n: int) -> str:
        each = [self.cells(x) for x in self.rows.literals[r]]
        single = self._counts_pieces(r) and all(len(of) == 1 for of in each) and len(set(each)) == len(each)
        between_dots = any(isinstance(cell, tuple) and isinstance(cell[0], tuple) for cells in each for cell in cells)
        noun = ("place" if between_dots else "cell") if single else "way"
        return noun if n == 1 else f"{noun}s"

    def _describe_parity(self, r: int, values: Values, broken: bool) -> str:
        literals = self.rows.literals[r]
        held = sum(values[x] > 0 for x in literals)
        is_odd = self.rows.lo[r] % 2 == 1
        parity = "an odd" if is_odd else "an even"
        if broken:
            return f"needs {parity} number of {self.plural}, but has {held}"
        if len(literals) == 2 and not is_odd:
            return f"needs both of its {self.plural} or none{', and has one' if held else ''}"
        so_far = f" and has {held} so far" if sum(values[x] == 0 for x in literals) < len(literals) else ""
        return f"needs {parity} number of {self.plural}{so_far}, one being left open"
