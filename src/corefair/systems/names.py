"""Names found by any spaCy pipeline, for the baselines that pick a name: its people in place of the given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from corefair.errors import DataError, MissingExtra
from corefair.systems.mentions import Pick, link_pronouns
from corefair.types import Cluster, Document, Entity

GIVEN = "given"
PEOPLE = frozenset(("PERSON", "PER"))
# A pipeline may take a gigabyte: baselines audited together share one, and without them it is let go.
_in_use: WeakValueDictionary[str, Any] = WeakValueDictionary()


def load_finder(names: Path | str) -> Any | None:
    """The spaCy pipeline of this folder or installed package; None for the names that documents give."""
    if str(names) == GIVEN:
        return None
    try:
        import spacy
    except ImportError:
        raise MissingExtra("spacy", extra="text") from None
    place = str(Path(names).expanduser())
    try:
        finder = _in_use.get(place) or spacy.load(place)
    except (ImportError, OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise DataError(
            f"names={names} is no spaCy pipeline that can be loaded ({why}); give the folder of one, or the "
            f'name of an installed one such as en_core_web_lg, or "{GIVEN}"'
        ) from None
    _in_use[place] = finder
    return finder


def find_names(docs: Iterable[Document], pipeline: Any) -> Iterator[Document]:
    """The documents with the people that a spaCy pipeline finds as their entities, in text order.

    The words stay as they are, so mentions mean the same before and after; the pipeline's own tokeniser is
    not used. Whatever entities a document had are gone, even where the pipeline finds none.
    """
    pairs = ((_as_spacy(doc, pipeline.vocab), doc) for doc in docs)
    for found, doc in pipeline.pipe(pairs, as_tuples=True):
        if len(found) != len(doc.words):
            raise DataError(
                f"{doc.id}: the pipeline made {len(found)} words of {len(doc.words)}; take out what merges "
                f"or splits them (it has {', '.join(pipeline.pipe_names)})"
            )
        people = (each for each in found.ents if each.label_ in PEOPLE)
        yield replace(doc, entities=tuple(Entity(each.start, each.end, "PERSON") for each in people))


def link_names(docs: Iterable[Document], finder: Any | None, pick: Pick) -> Iterator[tuple[Cluster, ...]]:
    """Pronouns linked to the names given, or else to those of the finder: none found, none linked."""
    if finder is None:
        return (link_pronouns(doc, pick) for doc in docs)
    # Without entities the light rule of `mentions` would step in, which is not what was asked for.
    return (link_pronouns(doc, pick) if doc.entities else () for doc in find_names(docs, finder))


def _as_spacy(doc: Document, vocab: Any) -> Any:
    from spacy.tokens import Doc

    if doc.offsets is None:
        return Doc(vocab, words=list(doc.words))  # a space after each
    starts = [start for start, _ in doc.offsets[1:]]
    spaces = [end < start for (_, end), start in zip(doc.offsets, starts, strict=False)]
    return Doc(vocab, words=list(doc.words), spaces=[*spaces, False][: len(doc.words)])
