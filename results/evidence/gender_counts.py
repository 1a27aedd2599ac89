"""Make the table of gender counts that ships with the package, from coreference in freely licensed text.

    COREFAIR_DATA=… python results/evidence/gender_counts.py

The text is the training documents of OntoGUM whose licences are free (`results/text/documents.tsv`) and of
LitBank. In each gold cluster the pronouns are counted: *he*, *she*, *it* and *they* in all their forms. Every
different name of the cluster gets these four counts: as it is, and if it has several words as `first !` too;
not as `! last`, for what one family is says nothing of others. Every different noun gets one for each of the
four that was seen, so that three people at least have to speak for a noun: as its head word, and with its
compounds if it has some. To these come the nouns of Wikipedia's biographies (`biographies.py`), one for each
article. What is only function words (*another*, *'s*) is left out.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from biographies import TARGET as BIOGRAPHIES
from corpora import free_documents, head_in

import corefair
from corefair import lists
from corefair.io import datasets
from corefair.io.files import writing
from corefair.text.attributes import head_words
from corefair.text.gender_counts import normalise
from corefair.text.mentions import Candidate, head_of
from corefair.text.names import titles
from corefair.text.pronouns import Pronoun, pronouns
from corefair.types import Document, Mention

TARGET = Path(str(files("corefair.text"))) / "gender_table" / "counts.tsv.gz"
COLUMNS = ("masculine", "feminine", "neutral", "plural")
DETERMINERS = frozenset(("the", "a", "an", "my", "your", "his", "her", "their", "our"))


def main() -> None:
    """Write the table and say how long it is."""
    counts: dict[str, Counter[str]] = {}
    n_clusters = 0
    for doc in documents():
        for cluster in doc.clusters:
            seen = Counter(column for mention in cluster for column in column_of(doc, mention))
            n_clusters += bool(seen)
            for is_name, phrase in {each for mention in cluster for each in phrases(doc, mention)}:
                counts.setdefault(phrase, Counter()).update(seen if is_name else set(seen))
    for noun, told in biographies():
        counts.setdefault(noun, Counter()).update(told)
    function_words = {row["word"] for row in lists.read("stop_words")} | {"'s", "’s"}
    counts = {phrase: seen for phrase, seen in counts.items() if seen and phrase not in function_words}
    with writing(TARGET) as out:
        for phrase, seen in sorted(counts.items()):
            out.write(f"{phrase}\t{' '.join(str(seen[column]) for column in COLUMNS)}\n")
    print(f"{TARGET.name}: {len(counts):,} phrases of {n_clusters:,} clusters")


def documents() -> Iterator[Document]:
    """Both corpora: only OntoGUM has trees."""
    for name in free_documents():
        yield from corefair.read(datasets.find("ontogum", f"train/{name}.conllu"))
    for path in sorted(datasets.find("litbank", "train").glob("*.conll")):
        yield from corefair.read(path)


def biographies() -> Iterator[tuple[str, dict[str, int]]]:
    """How many articles of each gender say a noun of whom they are about."""
    with BIOGRAPHIES.open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            yield row["noun"], {column: int(row[column]) for column in COLUMNS if column in row}


def column_of(doc: Document, mention: Mention) -> Iterator[str]:
    """Where a pronoun counts, if the mention is one: once or not at all."""
    said = pronoun(doc, mention)
    if said and "3" in said.person and said.type in ("personal", "reflexive"):
        if said.gender:
            yield from said.gender
        elif said.number == {"singular", "plural"}:
            yield "plural"


def phrases(doc: Document, mention: Mention) -> Iterator[tuple[bool, str]]:
    """What a mention that is no pronoun is counted as, each with whether it is a name."""
    if pronoun(doc, mention):
        return
    is_name, words = named(doc, mention)
    if not words or not all(any(map(str.isalpha, word)) for word in words):
        return
    yield is_name, normalise(" ".join(words))
    if not is_name:
        yield is_name, normalise(words[-1])
    elif len(words) > 1:
        yield is_name, normalise(f"{words[0]} !")


def named(doc: Document, mention: Mention) -> tuple[bool, list[str]]:
    """Whether the mention is a name, and the words of the name or of the noun with its compounds."""
    if doc.heads is not None:
        head = head_of(doc, mention)
        coarse = doc.layers["upos"][head]
        if coarse not in ("NOUN", "PROPN"):
            return False, []
        kind = "name" if coarse == "PROPN" else "nominal"
        return coarse == "PROPN", head_words(doc, Candidate(mention, head, kind, 0))
    words = doc.words[mention.start : mention.end]
    end = head_in(words) + 1
    start = end
    while start > 0 and (words[start - 1][:1].isupper() or words[start - 1].lower() in titles()):
        start -= 1
    while start < end and words[start].lower() in DETERMINERS:
        start += 1  # at the beginning of a sentence
    return (True, list(words[start:end])) if start < end else (False, [words[end - 1]])


def pronoun(doc: Document, mention: Mention) -> Pronoun | None:
    """What the lists say of a mention of one word."""
    return pronouns().get(doc.words[mention.start].lower()) if mention.end == mention.start + 1 else None


if __name__ == "__main__":
    main()
