"""How far a campaign is, for the user's function: nothing is printed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from report.campaign.progress import CampaignProgress, progress_text

_LOG = logging.getLogger("rosetta")


@dataclass(slots=True)
class ToldProgress:
    """Tells `progress(what, done, of, note)`: cells, or claims that are proved. What would be a line of its own in a
    terminal, such as a wrong answer, goes to the logger, too."""

    progress: Callable[..., None] | None
    _last: tuple[str, int, int] = field(default=("cells", 0, 0))

    def show(self, now: CampaignProgress) -> None:
        self._tell(("cells", now.done, now.total), progress_text(now))

    def show_proving(self, done: int, total: int, running: int) -> None:
        self._tell(("proofs", done, total), f"{running} running")

    def tell(self, what: str) -> None:
        _LOG.info("%s", what)
        self._tell(self._last, what)

    def _tell(self, place: tuple[str, int, int], note: str) -> None:
        self._last = place
        if self.progress is not None:
            self.progress(*place, note)
