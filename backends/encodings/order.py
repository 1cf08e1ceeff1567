"""Order encoding: integers as Booleans.

x with bounds l..u is u - l fresh variables with consecutive numbers:

    o_1 = (x >= l + 1),   o_2 = (x >= l + 2),   ...,   o_w = (x >= u),       o_{j+1} implies o_j

so x = l + the number of o's that hold. A sum of integers is then a sum of sorted Booleans, which the totalizer takes
as they are. `direct` adds a variable for each value.
(Crawford & Baker 1994; Tamura, Taga, Kitagawa & Banbara 2009)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape, integer_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from models.neutral import Form

FORMS = frozenset({Form.INTEGER})


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return implication_chain(shape.n)


def implication_chain(width: int) -> Clauses:
    """o_{j+1} implies o_j, for one integer with literals 1..width; `OrderVariables.clauses` does it for all."""
    return ([-(j + 1), j] for j in range(1, width))


def size(shape: Shape) -> EncodingSize:
    return EncodingSize(0, shape.n - 1, 2 * (shape.n - 1))


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding("order", FORMS, FORMS, FORMS, "Crawford & Baker 1994; Tamura et al. 2009", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, integer_shape(4))
