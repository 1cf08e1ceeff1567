"""A model rule by rule as one HTML file that opens from disk, for reading and teaching: what its template `page.html`
shows. Formulas are typeset by `typeset.html`.
"""

from __future__ import annotations

from typing import Any

from report.formulas.records import ModelFormulas, Rule
from report.formulas.text import TITLES, rows_phrase
from report.frame import render_page


def formulas_html(model: ModelFormulas) -> str:
    """The whole page."""
    encoded = [_encodings(rule) for rule in model.rules]
    return render_page("formulas/page.html", model=model, titles=TITLES, encoded=encoded)


def _encodings(rule: Rule) -> dict[str, Any]:
    """The encodings of a row; rows: what is encoded, in words; unfolded: the one whose clauses are shown at once."""
    lowerings = [each for each in rule.lowerings if each.encoding]
    return {
        "lowerings": lowerings,
        "rows": rows_phrase(rule) if rule.form else "",
        "notes": list(dict.fromkeys(each.note for each in lowerings if each.note and not each.refused)),
        "unfolded": next((each for each in lowerings if each.automatic), lowerings[0] if lowerings else None),
    }
