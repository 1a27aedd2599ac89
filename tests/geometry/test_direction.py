"""The gender direction: what it rests on is told, and where there is none that is an error."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.errors import DataError, MissingWords
from corefair.geometry.direction import found_direction, lengths, unit
from corefair.mitigators import mitigate
from corefair.types import Embeddings


def vectors(*rows: tuple[float, ...]) -> Embeddings:
    return Embeddings(("she", "he", "woman", "man"), np.array(rows, np.float32), "four")


@pytest.mark.parametrize(
    "rows",
    [
        ((0, 0), (0, 0), (0, 0), (0, 0)),
        ((1, 2), (1, 2), (3, 1), (3, 1)),
        ((1, 2), (2, 4), (0, 0), (0, 0)),  # the same at unit length
    ],
)
def test_where_there_is_none(rows: tuple[tuple[float, ...], ...]) -> None:
    with pytest.raises(DataError, match="there is no gender direction, for the two words of each of the 2"):
        found_direction(vectors(*rows))


def test_what_it_rests_on() -> None:
    """she − he along one axis by 2, woman − man along the other by 2 sin 45°: 4 of 4 + 2 parts."""
    found = found_direction(vectors((1, 0), (-1, 0), (1, 1), (1, -1)))
    assert (found.n_found, found.n_pairs) == (2, 10)
    assert found.explained == pytest.approx(4 / 6)
    assert str(found) == "gender direction from 2 of 10 pairs, which explains 67 % of their variance"
    with pytest.raises(MissingWords):
        found_direction(Embeddings(("she",), np.ones((1, 2), np.float32)))


def test_a_pair_with_a_word_of_zeros_is_left_out() -> None:
    found = found_direction(vectors((1, 0), (-1, 0), (0, 0), (1, -1)))
    assert found.n_found == 1 and found.vector.tolist() == pytest.approx([1, 0])
    with pytest.raises(DataError, match="there is no gender direction"):
        found_direction(vectors((0, 0), (-1, 0), (0, 0), (1, -1)))


def test_it_is_in_the_history() -> None:
    (step,) = mitigate(vectors((1, 0), (-1, 0), (1, 1), (1, -1)), "hard", preserve=[]).history
    assert step.endswith("; gender direction from 2 of 10 pairs, which explains 67 % of their variance")


@pytest.mark.parametrize("scale", [2.0**-100, 1.0, 2.0**100])
def test_lengths_at_any_scale(scale: float) -> None:
    """The squares of single precision end at 1e-45 and 3e38; those of double precision do not."""
    rows = np.array([[3, 4], [0, 0], [5, 12]], np.float32) * np.float32(scale)
    assert (lengths(rows) / scale).tolist() == [5, 0, 13]
    assert unit(rows).dtype == np.float32
    assert unit(rows) == pytest.approx(np.array([[3 / 5, 4 / 5], [0, 0], [5 / 13, 12 / 13]]))
    many = np.tile(rows, (3000, 1))
    assert np.array_equal(unit(many), np.tile(unit(rows), (3000, 1))), "block by block as row by row"
    assert float(lengths(rows[0])) == 5 * scale and unit(rows[None]).shape == (1, 3, 2)
