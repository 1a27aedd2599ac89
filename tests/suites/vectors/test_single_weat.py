"""Single-attribute WEAT: equations 4 and 5 by hand, p by brute force, and the paper's two columns."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from corefair.errors import MissingWords, UnknownName
from corefair.suites.vectors.single_weat import Query, build, paper_queries
from corefair.types import Embeddings
from measured import values
from real_vectors import glove, googlenews, published


def test_by_hand() -> None:
    """Two targets, two words a gender; each cosine is a coordinate, for the attributes are the axes."""
    attributes = np.eye(4)
    targets = np.array([[2, 2, 1, 0], [4, 1, 2, 2]]) / np.array([[3], [5]])
    names = ("f1", "f2", "m1", "m2", "t1", "t2")
    emb = Embeddings(names, np.vstack([3 * attributes, targets]).astype(np.float32))
    suite = build(queries={"q": Query("S", ("t1", "t2"), ("f1", "f2"), ("m1", "m2"))})
    reading = suite.answer(emb, emb)
    # s(t1) = (2/3 + 2/3 - 1/3 - 0) / 2 and s(t2) = (4/5 + 1/5 - 2/5 - 2/5) / 2
    assert [row.counts["association"] for row in reading.rows] == pytest.approx([1 / 2, 1 / 10])
    (score,) = reading.scores
    assert score.value == pytest.approx(3 / 10) and score.n == 2
    assert values(suite, reading) == pytest.approx({"mean association, q": score.value})
    nearness = targets.mean(axis=0)
    sums = [nearness[list(chosen)].sum() for chosen in combinations(range(4), 2)]
    assert score.p == np.mean([each >= sums[0] - 1e-9 for each in sums])


def test_the_lists_of_the_paper() -> None:
    queries = paper_queries()
    assert [len(words) for words in queries["occupations"][1:]] == [32, 16, 16]
    assert [len(words) for words in queries["definition"][1:]] == [32, 8, 8]
    assert queries["definition"].feminine[:2] == ("woman", "she")
    assert [measure.where["query"] for measure in build("definition").measures] == ["definition"]
    with pytest.raises(UnknownName, match="no split of single_weat"):
        build("names")


def test_too_few_words() -> None:
    emb = Embeddings(("she", "he", "lovely"), np.eye(3, dtype=np.float32), "three")
    with pytest.raises(MissingWords, match="three lacks 77 of 80 words"):
        build().answer(emb, emb)


@published
def test_real_vectors() -> None:
    """Table 2: both significant in GloVe (.064 and .069); with the genders exchanged, the other way."""
    for emb in (glove(), googlenews()):
        by_name = {score.name: score for score in build().answer(emb, emb).scores}
        for score in by_name.values():
            assert 0.02 < score.value < 0.1 and score.p is not None and score.p < 0.05
            assert score.low is not None and score.low > 0
        query = paper_queries()["definition"]
        turned = query._replace(feminine=query.masculine, masculine=query.feminine)
        (other,) = build(queries={"definition": turned}).answer(emb, emb).scores
        assert other.value == pytest.approx(-by_name[query.symbol].value) and other.p is not None
        assert other.p > 0.95
