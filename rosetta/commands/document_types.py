"""Which type the document of a verb has."""

from __future__ import annotations

from typing import Any

from report.campaign.records import CampaignDiff, Summary
from report.documents.bench import ShowDocument
from report.documents.compare import ComparisonDocument
from report.documents.count import CountDocument
from report.documents.doctor import DoctorDocument
from report.documents.explain import ExplanationDocument
from report.documents.formulas import FormulasDocument
from report.documents.fuzz import FuzzDocument
from report.documents.generate import GenerateDocument
from report.documents.list import PuzzleDocument, PuzzleListDocument
from report.documents.reproduce import ReproductionDocument
from report.documents.several import SeveralDocument
from report.documents.solve import SolveDocument
from report.documents.verify import AnswerCheck, CountCheck, ProofCheck


def document_type(verb: str) -> Any:
    """The type, or several (`A | B`), of which the first has keys that the later ones lack."""
    types: dict[str, Any] = {
        "compare": ComparisonDocument,
        "solve": SeveralDocument[SolveDocument] | SolveDocument,
        "count": SeveralDocument[CountDocument] | CountDocument,
        "generate": GenerateDocument,
        "explain": SeveralDocument[ExplanationDocument] | ExplanationDocument,
        "formulas": FormulasDocument,
        "verify": CountCheck | ProofCheck | AnswerCheck,
        "fuzz": FuzzDocument,
        "reproduce": ReproductionDocument,
        "list": PuzzleListDocument | PuzzleDocument,
        "doctor": DoctorDocument,
        "bench show": ShowDocument,
        "bench report": Summary,
        "bench diff": CampaignDiff,
    }
    return types[verb]
