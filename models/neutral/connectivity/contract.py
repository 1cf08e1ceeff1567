"""What a formulation of connectivity needs of the model that it is stated in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class StatingModel(Protocol):
    """Variables, and those verbs of `models.neutral.model.Model` that formulations use."""

    @property
    def bools(self) -> Callable[[str, int], NDArray[np.int32]]: ...

    @property
    def ints(self) -> Callable[[str, int, Any, Any], NDArray[np.int32]]: ...

    @property
    def fresh_name(self) -> Callable[[str], str]: ...

    @property
    def any(self) -> Callable[..., None]: ...

    @property
    def at_most(self) -> Callable[..., None]: ...

    @property
    def linear(self) -> Callable[..., None]: ...
