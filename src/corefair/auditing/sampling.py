"""A part of a suite, whole units of it drawn by lot, for systems that cost money or time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefair.errors import DataError
from corefair.types import Suite


def sampled(suite: Suite, n_units: int, *, seed: int = 0) -> Suite:
    """The cases of so many units (pairs, templates); its version and its caveats say that it is a sample.

    Which units are drawn depends on the seed alone, and a larger sample holds a smaller one.
    """
    if n_units < 1:
        raise DataError("a sample has one unit at least")
    units = list(dict.fromkeys(case.unit or case.id for case in suite.cases))
    if n_units >= len(units):
        return suite
    drawn = {units[i] for i in np.random.default_rng(seed).permutation(len(units))[:n_units]}
    caveat = (
        f"A sample of {n_units:,} of {len(units):,} units, drawn with seed {seed}: the interval knows that "
        "they are few, and other samples would give other numbers."
    )
    return replace(
        suite,
        cases=[case for case in suite.cases if (case.unit or case.id) in drawn],
        version=f"{suite.version}+{n_units}of{len(units)}s{seed}",
        caveats=(caveat, *suite.caveats),
    )
