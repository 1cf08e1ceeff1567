"""Direct encoding: an integer with a variable for each value, tied to the order encoding.

    d_v = (x = v) = (x >= v) and not (x >= v + 1)         v = 0 .. w, counted from the lower bound
    d_0 or d_1 or ... or d_w                              some value; d_v implies not d_u through the order

For unit propagation from the order, either the clauses of d_v or the one over all values would be enough; together they
propagate both ways, and no clause for two values is needed. Rows are over the order literals, as always; the solver may
branch on values and learn clauses about them. w + 1 fresh variables for w order literals, determined by them.
(Walsh 2000; both encodings together: Petke & Jeavons 2011)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, integer_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from backends.encodings.order import implication_chain
from models.neutral import Form

FORMS = frozenset({Form.INTEGER})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    yield from implication_chain(shape.n)
    value = [fresh(None) for _ in range(shape.n + 1)]
    for v, is_v in enumerate(value):
        at_least, more = [v] if v else [], [v + 1] if v < shape.n else []
        yield from ([-is_v, x] for x in at_least)
        yield from ([-is_v, -x] for x in more)
        yield [is_v, *(-x for x in at_least), *more]
    yield value


def size(shape: Shape) -> EncodingSize:
    """The chain, two clauses for each order literal in the one direction, one for each value in the other."""
    n = shape.n
    return EncodingSize(n + 1, (n - 1) + 2 * n + (n + 1) + 1, 2 * (n - 1) + 4 * n + (3 * n + 1) + (n + 1))


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding("direct", FORMS, FORMS, FORMS, "Walsh 2000; Petke & Jeavons 2011", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, integer_shape(3))
