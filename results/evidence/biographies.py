"""Who is what in articles of Wikipedia: the nouns of the first sentence, and the pronoun of the article.

*Ann Lee (born 1960) is an American painter and teacher … She …* says one *she* of `painter` and one of
`teacher`. What the first sentence is about, the article is about; its pronouns tell the gender if nine of ten
are the same and there are three at least. Where they are *he* or *she*, the subject must begin with a first
name or be born, and a noun that is known for a thing is left out: an article about a film speaks of people.

    COREFAIR_DATA=… python results/evidence/biographies.py

writes biographies.tsv beside this file, of which `gender_counts.py` makes the table that ships.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from corefair.io import datasets
from corefair.io.documents import Block
from corefair.io.files import writing
from corefair.io.plain import Plain
from corefair.text import analyse
from corefair.text.attributes import head_words
from corefair.text.gender_counts import normalise
from corefair.text.mentions import Candidate
from corefair.text.names import first_names
from corefair.text.nouns import noun_animacy
from corefair.types import Document, Mention

TARGET = Path(__file__).with_name("biographies.tsv")
COLUMNS = ("masculine", "feminine", "neutral")
_LEAST, _SHARE = 3, 0.9
_COLUMN = {
    **dict.fromkeys(("he", "him", "his", "himself"), "masculine"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "feminine"),
    **dict.fromkeys(("it", "its", "itself"), "neutral"),
}
_PRONOUN = re.compile(rf"\b(?:{'|'.join(_COLUMN)})\b", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)")
_BORN = re.compile(r"\bborn\b|\bnée\b|\b[12]\d\d\d\) (?:is|was) ")
_BEGINNING = 600  # characters of an article in which its first sentence is looked for


def main() -> None:
    """Write how many articles of each gender say each noun."""
    counts: dict[str, Counter[str]] = {}
    articles: Counter[str] = Counter()
    for column, nouns in biographies():
        articles[column] += 1
        for noun in nouns:
            counts.setdefault(noun, Counter())[column] += 1
    with writing(TARGET) as out:
        out.write("\t".join(("noun", *COLUMNS)) + "\n")
        for noun, seen in sorted(counts.items()):
            out.write("\t".join((noun, *(str(seen[column]) for column in COLUMNS))) + "\n")
    print(f"{TARGET.name}: {len(counts):,} nouns of {articles.total():,} articles {dict(articles)}")


def biographies() -> Iterator[tuple[str, frozenset[str]]]:
    """The column of each article that has one, with the nouns it says something of."""
    articles = [found for text in _articles() if (found := _told(text))]
    docs = analyse(doc for _, doc in articles)
    for (column, _), doc in zip(articles, docs, strict=True):
        nouns = frozenset(_nouns(doc, of_person=column != "neutral"))
        if nouns:
            yield column, nouns


def _articles() -> Iterator[str]:
    with gzip.open(datasets.find("corpus", "wikipedia-2021-part.txt.gz"), "rt", encoding="utf-8") as lines:
        yield from lines


def _told(text: str) -> tuple[str, Document] | None:
    """What the pronouns of an article say of its subject, and its first sentence without asides."""
    seen = Counter(_COLUMN[word.lower()] for word in _PRONOUN.findall(text))
    column, count = next(iter(seen.most_common(1)), ("", 0))
    if count < _LEAST or count < _SHARE * seen.total():
        return None
    beginning = text[:_BEGINNING]
    person = text.split(maxsplit=1)[0].lower() in first_names() or _BORN.search(beginning)
    if bool(person) != (column != "neutral"):
        return None
    while beginning != (beginning := _ASIDE.sub("", beginning)):
        pass  # an aside may hold another
    doc = Plain.parse(Block(1, beginning))
    _, end = doc.sentence_spans()[0]
    return column, replace(doc, words=doc.words[:end], sentences=(0,), text=None, offsets=None)


def _nouns(doc: Document, *, of_person: bool) -> Iterator[str]:
    """What the subject is said to be: each noun with its compounds, and the noun alone."""
    heads, relations = doc.heads or (), doc.relations or ()
    root = heads.index(-1)
    below = {relations[i].partition(":")[0] for i, head in enumerate(heads) if head == root}
    if not {"cop", "nsubj"} <= below:
        return
    for i in (root, *(i for i, head in enumerate(heads) if head == root and relations[i] == "conj")):
        noun = normalise(doc.words[i])
        is_noun = doc.tags and doc.tags[i] == "NN" and noun.isalpha()
        if is_noun and not (of_person and noun_animacy().get(noun) == "inanimate"):
            yield noun
            yield normalise(" ".join(head_words(doc, Candidate(Mention(0, i + 1), i, "nominal", 0))))


if __name__ == "__main__":
    main()
