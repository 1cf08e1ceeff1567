r"""A model rule by rule as a document of LaTeX, which compiles as it is: for a lecture, or to copy from.

    \subsection*{4. row counts}            the rule, one row of it, what its variables stand for
    \begin{longtable} ...                  what each solver gets for the row
    \begin{tabular} ...                    the encodings in clauses, and the clauses of those that were asked for, or
                                           else of the one that is taken by itself

Packages: geometry, amsmath, booktabs, longtable. Text passes through `escape_latex`; the rest is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from report.formulas.global_text import SHOWN
from report.formulas.notation import NOTHING, bounded_sum, count_phrase, sum_text
from report.formulas.records import (
    Call,
    Cardinality,
    Clause,
    Cost,
    Formula,
    GlobalFormulas,
    LinearSum,
    Lowering,
    ModelFormulas,
    Parity,
    Rule,
    ShownLiteral,
    Symbol,
    Term,
    VariableName,
)
from report.formulas.text import TITLES, rows_phrase
from report.latex import FIRST_LINE, escape_latex
from report.words import plural

PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[margin=22mm]{geometry}
\usepackage{amsmath}
\usepackage{booktabs}
\usepackage{longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\setlength{\LTleft}{0pt}
\begin{document}
\raggedright"""
SIGNS = (
    r"Signs: $\neg$ not, $\vee$ or, $\oplus$ exclusive or, $\Rightarrow$ if \ldots{} then; "
    r"$y$ auxiliary variables of an encoding, $z$ auxiliary integers."
)
SHORT = 12  # clauses of an encoding, and names of variables, unless everything is to be written
LONGEST_ID = 120  # characters


def formulas_latex(model: ModelFormulas, everything: bool = False) -> str:
    """The whole document. everything: all clauses of all encodings."""
    identity = model.id if len(model.id) <= LONGEST_ID else f"{model.id[:LONGEST_ID]}..."
    lines = [FIRST_LINE, PREAMBLE]
    lines.append(rf"\section*{{{escape_latex(model.title)}: what each rule becomes for a solver}}")
    lines.append(rf"Instance: \texttt{{{_breakable(identity)}}} \\ Formulation: {escape_latex(model.formulation)}")
    lines += ["", SIGNS]
    for rule in model.rules:
        lines += _rule(rule, everything)
    for stated in model.global_rules:
        lines += _global_rule(stated)
    return "\n".join([*lines, r"\end{document}", ""])


def formula_latex(formula: Formula) -> str:
    """One formula, which may be broken over lines between its terms."""
    match formula:
        case Clause(literals, weight):
            price = "" if weight is None else f", else pay {weight}"
            either = r" \vee ".join(map(_literal, literals)) or r"\text{false}"
            return f"$({either})${price}"
        case Cost(terms, constant):
            return f"{formula.verb} ${_sum(terms, constant)}$"
        case Cardinality(literals, lo, hi, when):
            text = f"{count_phrase(lo, hi)} of {_list(literals)}"
        case Parity(literals, odd, when):
            sum_of = r" \oplus ".join(map(_literal, literals))
            text = f"${sum_of} = {int(odd)}$" if literals else f"an {'odd' if odd else 'even'} number of {NOTHING}"
        case LinearSum(when=when):
            text = _linear_sum(formula)
        case Call(name, literals, when):
            text = rf"\texttt{{{escape_latex(name)}}}({_list(literals) if literals else ''})"
    return text if when is None else rf"${_literal(when)} \Rightarrow {{}}$ {text}"


def _symbol(symbol: Symbol) -> str:
    name = f"{symbol.letter}_{{{symbol.number}}}"
    return name if symbol.least is None else rf"[{name} \ge {symbol.least}]"


def _literal(literal: ShownLiteral) -> str:
    return _symbol(literal.symbol) if literal.holds else rf"\neg {_symbol(literal.symbol)}"


def _list(literals: Sequence[ShownLiteral]) -> str:
    return ", ".join(f"${_literal(literal)}$" for literal in literals) or NOTHING


def _linear_sum(row: LinearSum) -> str:
    name = rf"\texttt{{{escape_latex(row.name)}}} " if row.name else ""
    total = bounded_sum(row, _sum(row.terms), r"\le", r"\ge")
    return f"{name}${total}$"


def _sum(terms: Sequence[Term], constant: float = 0) -> str:
    return sum_text(terms, constant, _symbol, r"\,")


def _rule(rule: Rule, everything: bool) -> Iterable[str]:
    """The rule under its title."""
    count = "objective" if rule.kind == "objective" else f"{rule.kind}, {plural(rule.rows, 'row')}"
    yield f"\n\\subsection*{{{rule.number}. {escape_latex(rule.sentence)} {{\\normalsize\\mdseries ({count})}}}}"
    if not rule.row_formulas:
        yield "Says nothing on this board."
        return
    yield (
        ("The objective" if rule.row is None else f"Row {rule.row}") + ": " + _formulas(rule.row_formulas, 0) + r"\par"
    )
    if rule.simplest_formulas:
        yield "In simplest form: " + _formulas(rule.simplest_formulas, 0) + r"\par"
    yield _names(rule, everything)
    plain, encoded = ([each for each in rule.lowerings if bool(each.encoding) == kind] for kind in (False, True))
    yield _targets(plain)
    if encoded:
        yield from _encodings(rule, encoded, everything)


def _names(rule: Rule, everything: bool) -> str:
    """What the variables stand for."""
    names = rule.names if everything else rule.names[:SHORT]
    texts = [f"${_symbol(name.symbol)}$: {escape_latex(name.words)}{_values(name)}" for name in names]
    if rule.variables > len(names):
        texts.append(f"and {rule.variables - len(names):,} more")
    return r"{\small " + "; ".join(texts) + r".\par}"


def _values(name: VariableName) -> str:
    return "" if name.bounds is None else rf", ${name.bounds[0]} \le {_symbol(name.symbol)} \le {name.bounds[1]}$"


def _targets(lowerings: Sequence[Lowering]) -> str:
    """A line for each solver that needs no encoding of the row."""
    rows = []
    for each in lowerings:
        parts = [_formulas(each.formulas, each.omitted)] if each.formulas else [] if each.note else ["nothing"]
        parts += [f"${name.bounds[0]} \\le {_symbol(name.symbol)} \\le {name.bounds[1]}$, integer"
                  for name in each.new if name.bounds]  # fmt: skip
        parts += [rf"{{\small {escape_latex(each.note)}}}"] if each.note else []
        rows.append(f"{escape_latex(TITLES[each.target])} & " + r" \newline ".join(parts))
    return _table("longtable", r"@{}p{0.16\textwidth}p{0.78\textwidth}@{}", "for & the row becomes", rows)


def _encodings(rule: Rule, lowerings: Sequence[Lowering], everything: bool) -> Iterable[str]:
    """The table of encodings; then the clauses of those that were named, or of the one that is taken by itself."""
    yield rf"\subsubsection*{{In clauses: the encodings {escape_latex(rows_phrase(rule))}}}"
    rows = []
    for each in lowerings:
        numbers = ["--"] * 3 if each.refused else [f"{n:,}" for n in (each.variables, each.rows, each.literals)]
        name = escape_latex(each.encoding) + (r"$^{*}$" if each.automatic else "")
        rows.append(" & ".join([name, *numbers, _yes_no(each.propagates), _yes_no(each.unique)]))
    head = "encoding & auxiliary variables & clauses & literals & arc-consistent & determined"
    yield _table("tabular", "@{}lrrrll@{}", head, rows) + r"\par"
    if any(each.automatic for each in lowerings):
        yield r"{\small $^{*}$ chosen automatically.\par}"
    for note in dict.fromkeys(each.note for each in lowerings if each.note and not each.refused):
        yield escape_latex(note) + r"\par"
    chosen = [each for each in lowerings if everything or each.automatic] or list(lowerings)
    for each in chosen:
        written = each.formulas if everything else each.formulas[:SHORT]
        if written:
            clauses = _formulas(written, each.omitted + len(each.formulas) - len(written))
            yield f"\\textbf{{{escape_latex(each.encoding)}}}: {clauses}\\par"


def _formulas(formulas: Sequence[Formula], omitted: int) -> str:
    """Clauses side by side, other formulas below each other; and how many are left out."""
    clauses = all(isinstance(formula, Clause) for formula in formulas)
    texts = list(map(formula_latex, formulas)) + ([rf"\ldots{{}} and {omitted:,} more"] if omitted else [])
    return (r"\quad " if clauses else r" \newline ").join(texts)


def _table(kind: str, columns: str, head: str, rows: Sequence[str]) -> str:
    """A table of all rows. A longtable goes on over pages; its columns have their widths, as it would have to be
    compiled twice else."""
    body = "\n".join(rf"{row} \\" for row in rows)
    repeated = "\\endhead\n" if kind == "longtable" else ""
    return (
        f"\\begin{{{kind}}}{{{columns}}}\n\\toprule\n{head} \\\\\n\\midrule\n{repeated}{body}\n"
        f"\\bottomrule\n\\end{{{kind}}}"
    )


def _breakable(text: str) -> str:
    """The text, which may be broken anywhere."""
    return r"\allowbreak{}".join(escape_latex(letter) or r"\ " for letter in text)


def _global_rule(rule: GlobalFormulas) -> Iterable[str]:
    """A global rule: its formulations in a table, then what each says, and one of its rows."""
    about = f"{rule.kind}, {rule.extent}"
    yield f"\n\\subsection*{{{escape_latex(rule.sentence)} {{\\normalsize\\mdseries ({escape_latex(about)})}}}}"
    rows = []
    for each in rule.formulations:
        sizes = {size.target: size for size in each.sizes if not size.note}
        numbers = [f"{sizes['rows'].variables:,}" if "rows" in sizes else "--"]
        numbers += [f"{sizes[target].rows:,}" if target in sizes else "--" for target in SHOWN]
        name = escape_latex(each.name) + (r"$^{*}$" if each.default else "")
        rows.append(" & ".join([name, *numbers, escape_latex(each.strength), _yes_no(each.unique)]))
    head = "formulation & new & rows & clauses & integer rows & CP-SAT & finds & determined"
    yield _table("tabular", "@{}lrrrrrll@{}", head, rows) + r"\par"
    for each in rule.formulations:
        source = f" ({each.source})" if each.source else ""
        row = f": {_formulas(each.example, 0)}" if each.example else ""
        yield f"\\textbf{{{escape_latex(each.name)}}} {escape_latex(each.says + source)}{row}\\par"


def _yes_no(declared: bool | None) -> str:
    return "--" if declared is None else "yes" if declared else "not always"
