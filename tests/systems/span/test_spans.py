"""Which spans there are and which are kept; what is known of them and of pairs from their words."""

from __future__ import annotations

import numpy as np
import pytest

from corefair.systems.span.lexicon import Lexicon, learn_lexicon
from corefair.systems.span.pairs import codes_of
from corefair.systems.span.reading import Batch, Reader, batch_of
from corefair.systems.span.spans import Spans, all_spans, known_of, pruned
from corefair.systems.span.surface import CLASSES
from corefair.types import Document, Embeddings, Mention

NO_WORDS = Lexicon((), np.zeros((1, 1), dtype=np.float16), (), 1.0)


def batch(*texts: str, sentences: tuple[int, ...] = (0,), speakers: str | None = None) -> Batch:
    docs = [
        Document("d", tuple(text.split()), sentences, speakers=speakers and tuple(speakers)) for text in texts
    ]
    return batch_of([Reader(NO_WORDS, ()).read(doc) for doc in docs])


def spans_at(made: Batch, *pairs: tuple[int, int]) -> Spans:
    starts, ends = np.array(pairs, dtype=np.int64).T
    return Spans(starts, ends, np.searchsorted(made.at, starts, side="right") - 1)


def test_spans_stay_in_their_sentence_and_end_with_a_word_that_may() -> None:
    made = batch("she saw the man .", sentences=(0, 2))
    found = all_spans(made, max_width=3).mentions(made.at)
    assert found == [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]  # not "the man ." nor "saw the"


def test_a_span_that_is_asked_for_is_there_however_long() -> None:
    made = batch("she saw the man . again and again", "he")
    given = [[Mention(0, 5)], [Mention(0, 1)]]
    found = all_spans(made, max_width=2, given=given)
    assert Mention(0, 5) in found.mentions(made.at)
    kept = pruned(found, np.full(len(found), -1.0, np.float32), made, ratio=0.01, floor=1, given=given)
    assert Mention(0, 5) in found.take(kept).mentions(made.at)


def test_what_is_kept_does_not_cross() -> None:
    made = batch("a b c d e f")
    found = spans_at(made, (0, 3), (1, 2), (2, 5), (4, 5))
    kept = pruned(found, np.array([3.0, 1.0, 2.0, 0.5], np.float32), made, ratio=0.5, floor=1)
    assert found.take(kept).mentions(made.at) == [(0, 3), (1, 2), (4, 5)]  # (2, 5) crosses a better one


def test_each_text_has_its_own_budget() -> None:
    made = batch("a b c d", "e f")
    found = all_spans(made, max_width=1)
    kept = pruned(found, np.array([4, 3, 2, 1, -8, -9], np.float32), made, ratio=0.5, floor=1)
    assert found.take(kept).text.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "kind"),
    [("She", "she"), ("the old nurse", "definite"), ("a nurse", "indefinite"), ("her nurse", "possessive"),
     ("Maria Lopez", "name"), ("nurses", "bare"), ("1984", "number"), ("xir", "they")],
)  # fmt: skip
def test_kinds(text: str, kind: str) -> None:
    made = batch(text)
    assert CLASSES[known_of(spans_at(made, (0, made.at[-1])), made).kind[0]] == kind


def test_pairs_know_how_alike_they_are() -> None:
    made = batch("the old nurse met a nurse and the surgeon and the old nurse saw her")
    known = known_of(spans_at(made, (0, 3), (4, 6), (7, 9), (10, 13), (14, 15)), made)
    match = codes_of(known, known, match=True).match
    assert match[3, 0] == 1 + 2 + 4 + 8  # the same
    assert match[1, 0] == 2 + 4 + 8  # the same head, all words of one in the other
    assert match[2, 0] == match[4, 0] == 0
    assert not codes_of(known, known, match=False).match.any()


def test_nothing_links_one_text_with_another() -> None:
    made = batch("the nurse saw her", "she left")
    known = known_of(spans_at(made, (0, 2), (3, 4), (4, 5)), made)
    assert codes_of(known, known, match=True).allowed.tolist() == [
        [False, False, False], [True, False, False], [False, False, False],
    ]  # fmt: skip


def test_speakers_count_where_there_are_two() -> None:
    two = batch("I see you I", speakers="AAAB")
    known = known_of(spans_at(two, (0, 1), (2, 3), (3, 4)), two)
    codes = codes_of(known, known, match=True).speakers
    assert codes[1, 0] // 9 == 0 and codes[2, 0] // 9 == 1
    one = batch("I see you I", speakers="AAAA")
    known = known_of(spans_at(one, (0, 1), (2, 3)), one)
    assert codes_of(known, known, match=True).speakers[1, 0] // 9 == 2


def test_only_words_that_vectors_lack_have_learned_rows() -> None:
    docs = [Document("d", ("She", "a", "a", "a", "she", "she", "rare"))]
    emb = Embeddings(("she",), np.ones((1, 2), dtype=np.float32))
    lexicon = learn_lexicon(docs, emb)
    assert lexicon.own == ("a",)
    text = Reader(lexicon, ()).read(docs[0])
    assert text.row.tolist() == [1, 0, 0, 0, 1, 1, 0]
    assert text.own.tolist() == [0, 2, 2, 2, 0, 0, 1]
