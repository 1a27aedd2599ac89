"""Training text as mitigators change it: beside the original, or in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corefair.systems.training.corpora import Corpus
from corefair.types import Document, TextMitigator

CHANGED = " (changed)"  # after the name of a document


def with_changed_text(
    corpora: Sequence[Corpus], mitigators: Sequence[TextMitigator], *, mode: str = "augment"
) -> list[Corpus]:
    """The corpora as they are trained on: each document changed by all mitigators, one after the other."""
    if not mitigators:
        return list(corpora)
    made = []
    for corpus in corpora:
        changed = tuple(_changed(doc, mitigators) for doc in corpus.docs)
        made.append(Corpus(corpus.name, changed if mode == "replace" else (*corpus.docs, *changed)))
    return made


def _changed(doc: Document, mitigators: Sequence[TextMitigator]) -> Document:
    after = doc
    for mitigator in mitigators:
        after = mitigator(after)
    return replace(after, id=doc.id + CHANGED)


def is_changed(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one is the other with some words changed one for one, as where names were hidden."""
    same = sum(word == other for word, other in zip(words, others, strict=False))
    return len(words) == len(others) and 2 * same > len(words)
