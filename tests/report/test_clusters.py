"""Documents with their clusters: every word once, brackets in pairs, also where mentions cross."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corefair.report.clusters import page, pieces
from corefair.types import Document, cluster_up

SPANS = st.tuples(st.integers(0, 7), st.integers(1, 8)).filter(lambda span: span[0] < span[1])


@given(st.lists(st.lists(SPANS, min_size=1, max_size=4), max_size=4))
def test_every_word_and_every_mention_is_there(clusters: list[list[tuple[int, int]]]) -> None:
    doc = Document("d", tuple("abcdefgh"), (0, 3), clusters=cluster_up(clusters))
    found = list(pieces(doc))
    assert "".join(text for kind, text, _ in found if kind == "word").replace(" ", "") == "abcdefgh"
    mentions = [number for number, cluster in enumerate(doc.clusters) for _ in set(cluster)]
    for kind in ("open", "close"):
        assert sorted(number for each, _, number in found if each == kind) == mentions
    depth = 0
    for kind, _, _ in found:
        depth += (kind == "open") - (kind == "close")
        assert depth >= 0


def test_the_text_keeps_its_spaces() -> None:
    doc = Document("d", ("Ann", "'s"), text="Ann's", offsets=((0, 3), (3, 5)))
    assert "".join(text for _, text, _ in pieces(doc)) == "Ann's"


def test_a_page_is_whole() -> None:
    doc = Document("<d>", ("a", "b"), clusters=cluster_up([[(0, 1), (1, 2)]]))
    made = "".join(page([(doc, ["one < two"])], title="t"))
    assert made.startswith("<!doctype html>") and made.rstrip().endswith("</html>")
    assert "&lt;d&gt;" in made and "one &lt; two" in made and "1 cluster of" in made
