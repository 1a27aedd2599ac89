"""What a model's card says of its training: what the text was, by content, and how each epoch went."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from corefair.systems.training.corpora import Corpus
from corefair.systems.training.loop import Epoch
from corefair.types import Document, Json


def content_of_docs(corpora: Iterable[Corpus]) -> dict[str, Json]:
    """SHA-256 of each corpus: of words, sentences, speakers and clusters, which is what is learned from."""
    return {corpus.name: _content(corpus.docs) for corpus in corpora}


def contents_in_order(corpora: Sequence[Corpus]) -> Json:
    """The same, and of several corpora their order: the scheme of the first is followed elsewhere."""
    held = content_of_docs(corpora)
    return [held, list(held)] if len(held) > 1 else held


def what_is_read(corpora: Sequence[Corpus]) -> list[Json]:
    """The same with genres, for what learns from them, and in order: which corpus is first matters too."""
    genres: list[Json] = [[doc.genre for doc in each.docs] for each in corpora]
    return [[each.name for each in corpora], content_of_docs(corpora), genres]


def _content(docs: Iterable[Document]) -> str:
    sha256 = hashlib.sha256()
    for doc in docs:
        fields = [doc.id, doc.words, doc.sentences, doc.speakers, doc.clusters]
        sha256.update(json.dumps(fields, ensure_ascii=True).encode())
    return sha256.hexdigest()


def epochs_as_json(history: Iterable[Epoch]) -> tuple[Json, ...]:
    """The epochs as a card has them."""
    return tuple(
        {
            "epoch": each.number,
            "loss": round(each.loss, 6),
            "score": each.score,
            "seconds": round(each.seconds, 1),
        }
        for each in history
    )
