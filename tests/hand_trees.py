"""Documents with trees written by hand, so that tests of the passes rest on no parser."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.systems.rule import Rule
from corefair.systems.rule.text import Text
from corefair.types import Document, Entity


def document(*sentences: str, entities: Sequence[Entity] = (), speakers: Sequence[str] = ()) -> Document:
    """A document of sentences in lines of `word/TAG/head/relation`; heads count from 1, 0 is the root.

    >>> document("She/PRP/2/nsubj left/VBD/0/root").heads
    (1, -1)
    """
    words, tags, heads, relations, starts, said = [], [], [], [], [], []
    for number, sentence in enumerate(sentences):
        start = len(words)
        starts.append(start)
        for token in sentence.split():
            word, tag, head, relation = token.rsplit("/", 3)
            words.append(word)
            tags.append(tag)
            heads.append(start + int(head) - 1 if int(head) else -1)
            relations.append(relation)
            said.append(speakers[number] if speakers else "")
    return Document(
        "d",
        tuple(words),
        tuple(starts) or (0,),
        tags=tuple(tags),
        heads=tuple(heads),
        relations=tuple(relations),
        entities=tuple(entities),
        speakers=tuple(said) if speakers else None,
        layers={"upos": tuple(map(_universal, tags)), "lemma": tuple(word.lower() for word in words)},
    )


def resolve(doc: Document, **options: object) -> Text:
    """The document through the sieve, without the pipeline."""
    rule = Rule(**{"gender_counts": "none", **options})  # type: ignore[arg-type]
    return rule.sieve(doc, rule.phrases(doc))


def linked(text: Text, name: str | None = None) -> list[tuple[str, str]]:
    """The links of a pass, or of all, as words."""
    words = text.doc.words
    return [
        (" ".join(words[slice(*link.mention)]), " ".join(words[slice(*link.antecedent)]))
        for link in text.links
        if name in (None, link.name)
    ]


def _universal(tag: str) -> str:
    first = {
        "NNP": "PROPN",
        "PRP": "PRON",
        "WP": "PRON",
        "DT": "DET",
        "IN": "ADP",
        "CC": "CCONJ",
        "CD": "NUM",
    }
    for start, coarse in first.items():
        if tag.startswith(start):
            return coarse
    return {"N": "NOUN", "V": "VERB", "J": "ADJ", "R": "ADV"}.get(tag[:1], "PUNCT")
