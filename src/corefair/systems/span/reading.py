"""Documents in numbers, as the network reads them: words, sentences, speakers and genre, and no analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.systems.span.lexicon import SIGN, Lexicon, affixes, letters, shape
from corefair.systems.span.surface import BARRED_AT_END, function_word, stem
from corefair.types import Document, Mention

if TYPE_CHECKING:
    from torch import Tensor

    from corefair.models.encoders.tuning import Feed

Numbers = NDArray[np.int64]


class Text(NamedTuple):
    """A document, or some sentences of it, in numbers."""

    words: tuple[str, ...]
    lower: tuple[str, ...]
    row: Numbers  # [n]: of the static vectors; 0 if they lack the word
    own: Numbers  # [n]: of the learned table; 0 if the word has a vector, 1 if it has neither
    shape: Numbers
    prefix: Numbers
    suffix: Numbers
    stem: tuple[str, ...]  # [n]: the same for words that are alike
    says: NDArray[np.bool_]  # [n]: whether a word says who is meant, as function words do not
    ends_at: Numbers  # [n]: where the sentence of each word ends
    sentence: Numbers  # [n]: which sentence
    speaker: Numbers  # [n]: who speaks; -1 where there are not two
    may_start: NDArray[np.bool_]
    may_end: NDArray[np.bool_]
    genre: int  # 0: not known
    corpus: int
    states: NDArray[np.float16] | Tensor | None = None  # [n, n_states, dim] of an encoder
    feed: Feed | None = None  # of the whole document, where the encoder's top layers are tuned
    at: int = 0  # which word of the document is the first

    def part(self, start: int, end: int) -> Text:
        """The words from one sentence's start to another's end."""
        fields: dict[str, Any] = self._asdict()
        cut: dict[str, Any] = {
            name: each[start:end] for name, each in fields.items() if isinstance(each, tuple | np.ndarray)
        }
        return self._replace(**cut)._replace(ends_at=self.ends_at[start:end] - start, at=self.at + start)


class Reader:
    """Turns documents into numbers with a lexicon and the genres of the training text."""

    def __init__(self, lexicon: Lexicon, genres: Sequence[str]) -> None:
        self.lexicon = lexicon
        self.genre_of: Mapping[str, int] = {name: number for number, name in enumerate(genres, 1)}
        self._known: dict[str, tuple[int, int, int, int, int]] = {}

    def read(
        self,
        doc: Document,
        *,
        corpus: int = 0,
        states: NDArray[np.float16] | None = None,
        feed: Feed | None = None,
    ) -> Text:
        """A document in numbers."""
        lower = tuple(word.lower() for word in doc.words)
        table = np.array([self._word(word) for word in doc.words], dtype=np.int64).reshape(-1, 5)
        ends = np.zeros(len(lower), dtype=np.int64)
        sentence = np.zeros(len(lower), dtype=np.int64)
        for number, (start, end) in enumerate(doc.sentence_spans()):
            ends[start:end], sentence[start:end] = end, number
        row, own, form, prefix, suffix = table.T.copy()
        return Text(
            words=doc.words,
            lower=lower,
            row=row,
            own=own,
            shape=form,
            prefix=prefix,
            suffix=suffix,
            stem=tuple(map(stem, lower)),
            says=np.array([not function_word(word) for word in lower], dtype=np.bool_),
            ends_at=ends,
            sentence=sentence,
            speaker=_speakers(doc),
            may_start=form != SIGN,
            may_end=np.array([word not in BARRED_AT_END for word in lower], dtype=np.bool_),
            genre=self.genre_of.get(doc.genre or "", 0),
            corpus=corpus,
            states=states,
            feed=feed,
        )

    def _word(self, word: str) -> tuple[int, int, int, int, int]:
        """Rows of a word: its vector, its own, its shape, its prefix and suffix."""
        found = self._known.get(word)
        if found is None:
            lower, lexicon = word.lower(), self.lexicon
            row = lexicon.row_of.get(lower, 0)
            own = 0 if row else lexicon.own_row_of.get(lower, 1)
            found = (row, own, shape(word), *affixes(word))
            self._known[word] = found
        return found


class Batch(NamedTuple):
    """Texts one after the other; nothing links a word of one with a word of another."""

    texts: tuple[Text, ...]
    at: tuple[int, ...]  # where each begins, and where the last ends

    def joined(self, name: str) -> Numbers:
        """One of the columns for all words."""
        return np.concatenate([getattr(text, name) for text in self.texts])

    def letters(self) -> tuple[NDArray[np.int64], Numbers]:
        """The letters of distinct words, and which of them each word is."""
        ids: dict[str, int] = {}
        which = [ids.setdefault(word, len(ids)) for text in self.texts for word in text.words]
        return letters(list(ids)), np.array(which, dtype=np.int64)

    def sentence_lengths(self) -> list[int]:
        """Of all sentences, in order."""
        return [int(n) for text in self.texts for n in np.bincount(text.sentence - text.sentence[0])]


def batch_of(texts: Sequence[Text]) -> Batch:
    """Texts side by side."""
    return Batch(tuple(texts), tuple(np.cumsum([0, *(len(text.words) for text in texts)]).tolist()))


def _speakers(doc: Document) -> Numbers:
    """Who speaks at each word; -1 everywhere unless two or more do."""
    given = doc.speakers or ()
    ids: dict[str, int] = {}
    found = [ids.setdefault(each, len(ids)) for each in given]
    if len(ids) < 2:
        return np.full(len(doc.words), -1, dtype=np.int64)
    return np.array(found, dtype=np.int64)


def gold_spans(doc: Document) -> dict[Mention, int]:
    """The cluster of each gold mention."""
    return {mention: number for number, cluster in enumerate(doc.clusters) for mention in cluster}
