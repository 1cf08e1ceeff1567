"""Literals as Python values: they can be negated, picked and arranged, and are no numbers.

    x = m.bools("x", (3, 3))     LiteralArray
    x[0, 0]                      SingleLiteral; so are what iteration and `.flat` give
    -x, ~x                       the negated literals
    x[0], x.T, x[::-1], np.concatenate([x, -x]), np.where(mask, x, -x), np.roll(x, 1)      literals again

What CPMpy, PuLP and numpy mean by `x + y <= 1`, `x | y` or `x == y` is stated by a verb here. On signed integers these
operators would give another literal, or a truth value, and another model would be solved without a word: so they raise
ModelError, which says what to write instead. That `==` raises, too, has a price: a single literal is no member of a set
and no key, which Python would compare; `int(x)` is.

`int(x)`, `x.tolist()`, `np.asarray(x)` are the plain numbers as in DIMACS, and so is what is made of them, and what
numpy makes of a list (`np.array([x[0], x[1]])`) or gives in `np.ndenumerate(x)`. A single literal is an `int`, so that
verbs, indices and hashing are as fast as those of numbers; the price is that Python itself computes `True * x[0]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np

from models.neutral.errors import ModelError

_SUM = (
    "write m.at_most(k, sentence, [x, y]), m.at_least or m.exactly for how many hold, "
    "m.linear(lo, hi, sentence, [x, y], coefs) for a sum with coefficients, "
    "m.minimize or m.maximize(sentence, literals, coefs) for an objective"
)
_TIMES = (
    "write m.linear(lo, hi, sentence, literals, coefs), where the numbers stand beside the literals; "
    "np.where(signs > 0, x, -x) negates some of them"
)
_OR = "write m.any(sentence, [x, y])"
_AND = "write m.true(sentence, [x, y]), or m.iff(sentence, -z, [[-x, -y]]) for a z that holds if both do"
_XOR = "write m.exactly(1, sentence, [x, y]), or m.parity(1, sentence, literals) for an odd number of them"
_ORDER = (
    "write m.any(sentence, [-x, y]) for `x implies y`, "
    "m.at_most(k, sentence, literals), m.at_least or m.exactly for how many hold; "
    "n.at_least(3) for `n >= 3` of numbers, -n.at_least(4) for `n <= 3`; "
    "m.maximum(sentence, greatest, numbers) for the greatest; np.asarray(x) > 0 says where there is a variable"
)
_SAME = (
    "write m.true(sentence, x) for `x holds`, m.iff(sentence, x, [[y]]) for `both or none`, "
    "m.exactly(1, sentence, [x, y]) for `one of them`, n.is_(3) for `n == 3` of numbers, "
    "m.all_different(sentence, [n, k]) for numbers that differ; "
    "whether they are the same literals says np.array_equal(x, y), "
    "or int(x) == int(y), and whether one is `in` a collection of numbers: int(x) in numbers"
)
_TRUTH = (
    "write m.any(sentence, [x, y]) for `or` and `any`, m.true(sentence, [x, y]) for `and` and `all`, -x for `not`; "
    "whether there are literals says len(x) > 0"
)
_OTHER = "write np.asarray(x), or int(x), if the numbers of the variables are meant"

HINTS = {
    **dict.fromkeys(("+", "-", "sum"), _SUM),
    **dict.fromkeys(("*", "@", "dot"), _TIMES),
    **dict.fromkeys(("|", "or", "any"), _OR),
    **dict.fromkeys(("&", "and", "all"), _AND),
    "^": _XOR,
    **dict.fromkeys(("<", "<=", ">", ">=", "sorted"), _ORDER),
    **dict.fromkeys(("==", "!="), _SAME),
    "bool": _TRUTH,
    "hash": "write int(x) for a key, or a member of a set",
    "index": "places are numbers: x[0]; for a place that a solver finds write m.element(sentence, place, x, result)",
}
WORDS = {  # what the functions of numpy are called when an operator stands for them
    "add": "+", "subtract": "-", "multiply": "*", "matmul": "@", "bitwise_or": "|", "bitwise_and": "&",
    "bitwise_xor": "^", "logical_or": "or", "logical_and": "and", "less": "<", "less_equal": "<=", "greater": ">",
    "greater_equal": ">=", "equal": "==", "not_equal": "!=", "floor_divide": "//", "true_divide": "/", "divide": "/",
    "remainder": "%", "power": "**", "left_shift": "<<", "right_shift": ">>", "absolute": "abs", "logical_not": "bool",
}  # fmt: skip


SHOWN = {
    "index": "`x[y]`",
    "hash": "a key, or a member of a set,",
    "bool": "the truth of x (`or`, `and`, `not`, `if`)",
    "sum": "a sum",
    "abs": "`abs(x)`",
    "sorted": "an order",
}


def refuse_operation(word: str) -> NoReturn:
    """Raises ModelError: what was done to literals, and what to write instead. word: an operator, `bool`, or what a
    function is called."""
    shown = SHOWN.get(word) or (f"`{word}`" if word[0].isalpha() else f"`x {word} y`")
    raise ModelError(f"{shown} means nothing here, as literals are no numbers; {HINTS.get(word, _OTHER)}")


def check_no_literals(values: object, what: str) -> None:
    """Raises ModelError where numbers are expected, and literals stand."""
    if isinstance(values, NoArithmetic | LiteralArray):
        raise ModelError(
            f"{what}: expected a number, found a variable; write when=x for a rule that counts only if x holds, "
            f"m.linear(0, None, sentence, [x, ...], coefs) for a bound that depends on variables"
        )
    if isinstance(values, list | tuple):
        for value in values:
            if isinstance(value, NoArithmetic | LiteralArray | list | tuple):
                check_no_literals(value, what)


def _refused(word: str) -> Callable[..., Any]:
    """A method that raises."""

    def refuse(self: object, *_: object, **__: object) -> NoReturn:
        refuse_operation(word)

    return refuse


class NoArithmetic:
    """What is refused of a literal, and of a number."""

    __slots__ = ()
    __array_ufunc__ = None  # so that numpy asks this class

    __eq__ = _refused("==")
    __ne__ = _refused("!=")
    __hash__ = _refused("hash")
    __add__ = __radd__ = _refused("+")
    __sub__ = __rsub__ = _refused("-")
    __mul__ = __rmul__ = _refused("*")
    __matmul__ = __rmatmul__ = _refused("@")
    __or__ = __ror__ = _refused("|")
    __and__ = __rand__ = _refused("&")
    __xor__ = __rxor__ = _refused("^")
    __lt__ = _refused("<")
    __le__ = _refused("<=")
    __gt__ = _refused(">")
    __ge__ = _refused(">=")
    __bool__ = _refused("bool")
    __truediv__ = __rtruediv__ = _refused("/")
    __floordiv__ = __rfloordiv__ = _refused("//")
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refused("%")
    __pow__ = __rpow__ = _refused("**")
    __lshift__ = __rlshift__ = _refused("<<")
    __rshift__ = __rrshift__ = _refused(">>")
    __abs__ = _refused("abs")


class SingleLiteral(NoArithmetic, int):
    """One literal: a signed integer as in DIMACS, on which nothing but negation means anything."""

    __slots__ = ()

    def __neg__(self) -> SingleLiteral:
        return SingleLiteral(_negated(self))

    __invert__ = __neg__

    def __pos__(self) -> SingleLiteral:
        return self


_negated = int.__neg__


class LiteralArray(np.ndarray[Any, np.dtype[np.int32]]):
    """Literals in the shape of a board; see above. Integers of a model are in such arrays, too, not to be negated."""

    __slots__ = ()

    def __getitem__(self, index: Any, _pick: Callable[..., Any] = np.ndarray.__getitem__) -> Any:
        if isinstance(index, NoArithmetic | LiteralArray):
            refuse_operation("index")
        picked = _pick(self, index)
        return picked if picked.__class__ is LiteralArray else SingleLiteral(picked)

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1:
            return map(SingleLiteral, self.tolist())
        return super().__iter__()

    @property
    def flat(self) -> Any:
        """The literals one after the other, row by row."""
        return self.reshape(-1)

    def __contains__(self, literal: object) -> bool:
        return literal.__index__() in np.asarray(self) if isinstance(literal, int | np.integer) else False

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = None, **more: Any) -> Any:
        if ufunc not in (np.negative, np.invert, np.positive) or method != "__call__" or out is not None:
            refuse_operation("sum" if method == "reduce" and ufunc is np.add else _word_for(ufunc))
        plain = np.asarray(inputs[0])
        return _as_literals(plain if ufunc is np.positive else np.negative(plain, **more))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func in _REMARKS:
            return func(*_as_plain(args), **_as_plain(kwargs))
        if func not in _ARRANGES or (func is np.where and (len(args) < 3 or isinstance(args[0], LiteralArray))):
            refuse_operation(_word_for(func))
        return _as_literals(func(*_as_plain(args), **_as_plain(kwargs)))

    def __repr__(self) -> str:
        return repr(np.asarray(self))

    def __str__(self) -> str:
        return str(np.asarray(self))

    __bool__ = _refused("bool")
    dot = _refused("dot")
    sort = argsort = partition = argpartition = _refused("sorted")
    argmax = argmin = _refused("sorted")
    nonzero = choose = _refused("bool")

    def take(self, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> Any:
        """The literals of these places."""
        return _as_literals(np.asarray(self).take(indices, axis, out, mode))


def _word_for(function: Any) -> str:
    """The operator that the function of numpy stands for, or its name."""
    name = str(getattr(function, "__name__", function))
    return WORDS.get(name, name)


def _functions(names: str) -> frozenset[Any]:
    """Functions of this numpy, by name."""
    return frozenset(getattr(np, name) for name in names.split() if hasattr(np, name))


_ARRANGES = _functions(
    "append array_split atleast_1d atleast_2d atleast_3d block broadcast_arrays broadcast_to column_stack compress "
    "concatenate copy delete diag diagflat diagonal dsplit dstack expand_dims extract flip fliplr flipud hsplit hstack "
    "insert moveaxis pad ravel repeat reshape resize roll rollaxis rot90 row_stack select split squeeze stack swapaxes "
    "take take_along_axis tile transpose tril triu unstack vsplit vstack where"
) | {np.lib.stride_tricks.sliding_window_view}
_REMARKS = _functions(  # which say something of the variables or of the shape, in plain numbers
    "array2string array_equal array_repr array_str can_cast empty_like full_like intersect1d isin may_share_memory "
    "ndim ones_like result_type searchsorted setdiff1d setxor1d shape shares_memory size union1d unique zeros_like"
)


def _as_plain(values: Any) -> Any:
    """The same with plain arrays, also within lists."""
    if isinstance(values, LiteralArray):
        return np.asarray(values)
    if isinstance(values, list | tuple):
        return type(values)(map(_as_plain, values))
    return {key: _as_plain(value) for key, value in values.items()} if isinstance(values, dict) else values


def _as_literals(result: Any) -> Any:
    """Arrays of literals, also within lists; a single one."""
    if isinstance(result, np.ndarray):
        return result.view(LiteralArray)
    if isinstance(result, list | tuple):
        return type(result)(map(_as_literals, result))
    return SingleLiteral(result)
