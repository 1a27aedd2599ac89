"""Cosines that are the same number however the work is cut up, and how far a quick product is from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Cosines nearer than 1 / GRID are one number, so that what is as near stays as near whatever the rounding:
# a double carries them to 2**-52, and sums of a few hundred products to 2**-48.
GRID = 2.0**40


def cosines(
    one: NDArray[np.float32],  # [dim], of unit length
    others: NDArray[np.float32],  # [n, dim], of unit length
) -> NDArray[np.float64]:
    """The cosine with each of the others: [n].

    Products of single-precision numbers are exact in double precision; they are added in one fixed order, the
    far half to the near half until one is left. `ranking_compiled.cosine` is the same in compiled code.
    """
    products = others.astype(np.float64) * one
    n = products.shape[1]
    while n > 1:
        half = (n + 1) // 2
        products[:, : n - half] += products[:, half:n]
        n = half
    return np.asarray(np.rint(products[:, 0] * GRID) / GRID)


def slack(dim: int) -> float:
    """How much two products in single precision can differ when their cosines are equal.

    A sum of `dim` products of unit vectors is off by less than dim · 2⁻²⁴ in any order (Higham 2002, §3.1);
    twice that, and a little for lengths that are not quite 1 and for subtracting this from a product.
    """
    return 2.1 * (dim + 2) * 2.0**-24
