"""What weights balance, as columns: a group or a property set each, 1 for the examples in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corefair.weighting.cells import collapse
from corefair.weighting.properties import Property, check


def design(groups: Sequence[str], properties: Sequence[Property]) -> NDArray[Any]:
    """Columns [n_examples, n_groups + n_sets], as `stats.balanced_contrast` asks for.

    >>> from corefair.weighting import numbers
    >>> design(["f", "m"], [numbers("names", [2, 3])])
    array([[1., 0., 1., 0.],
           [0., 1., 0., 1.]])
    """
    check(groups, properties)
    cells = collapse(groups, properties)
    groups_of = np.equal.outer(cells.group, np.arange(len(cells.groups))).astype(float)
    return np.hstack([groups_of, cells.member.T.toarray()])[cells.of_example]
