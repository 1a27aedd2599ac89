"""Make `noun_animacy.tsv`: nouns for people, and nouns for things, from WordNet, GUM and LitBank.

    COREFAIR_DATA=… python results/evidence/noun_animacy.py [WORDNET_FOLDER]

WORDNET_FOLDER holds index.noun and data.noun of WordNet 3.0 (Debian: wordnet-base). A noun that is the head
of three or more entities in the training documents of GUM (those of `results/text/documents.tsv` whose
licences are free) and LitBank is what nine in ten of them are. Any other is animate if its first sense in
WordNet is a person; inanimate if none of its senses is a person, an animal or a group, and WordNet's texts
use it. Occupations are animate. Animals are left out, for they are *it* as often as *she*, and so are
collective nouns.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from corpora import free_documents, head_in, spans_of

import corefair
from corefair.io import datasets
from corefair.io.files import lines, writing
from corefair.lists import read
from corefair.text.mentions import head_of
from corefair.text.pronouns import pronouns
from corefair.types import Mention

LISTS = Path(str(files("corefair.lists")))
TOPS, ANIMAL, GROUP, PERSON = 3, 5, 14, 18  # lexicographer files of WordNet
FEWEST, SHARE = 3, 0.9


def main(wordnet: str = "/usr/share/wordnet") -> None:
    """Write the list and say how long it is."""
    senses = dict(in_wordnet(Path(wordnet)))
    found = {noun: kind_in_wordnet(*of_noun) for noun, of_noun in senses.items()}
    seen = Counter(heads())
    for noun in {noun for noun, _ in seen}:
        people, things = seen[noun, "animate"], seen[noun, "inanimate"]
        if people + things >= FEWEST:
            kind = kind_of(people / (people + things))
            may_be_person = PERSON in senses.get(noun, ((), 0))[0]  # *model*, *star*
            found[noun] = "" if kind == "inanimate" and may_be_person else kind
    for row in read("occupations"):
        found[row["occupation"].lower().split()[-1]] = "animate"
    for row in read("collective_nouns"):
        found[row["noun"]] = ""  # people, and a thing: *it* and *they*
    kept = sorted((noun, kind) for noun, kind in found.items() if kind)
    with writing(LISTS / "noun_animacy.tsv") as out:
        out.write("noun\tanimacy\n")
        out.writelines(f"{noun}\t{kind}\n" for noun, kind in kept)
    print(f"noun_animacy.tsv: {len(kept):,} rows, {sum(kind == 'animate' for _, kind in kept):,} animate")


def kind_of(share: float) -> str:
    """What nine in ten are."""
    return "animate" if share >= SHARE else "inanimate" if share <= 1 - SHARE else ""


def kind_in_wordnet(senses: Sequence[int], n_used: int) -> str:
    """What a noun is by the files of its senses, and how many of them WordNet's tagged texts have."""
    if senses[0] == PERSON:
        return "animate"
    return "inanimate" if n_used and not {TOPS, PERSON, ANIMAL, GROUP} & set(senses) else ""


def in_wordnet(folder: Path) -> Iterator[tuple[str, tuple[Sequence[int], int]]]:
    """Single nouns without capitals, each with the files of its senses and how many of them are used."""
    file_of: dict[str, int] = {}
    spelled: set[str] = set()
    for line in lines(folder / "data.noun"):
        if not line.startswith("  "):
            fields = line.split()
            file_of[fields[0]] = int(fields[1])
            spelled.update(fields[4 : 4 + 2 * int(fields[3], 16) : 2])
    for line in lines(folder / "index.noun"):
        if not line.startswith("  "):
            noun, _, n_senses, n_pointers, *rest = line.split()
            if noun in spelled and noun.isalpha():
                senses = [file_of[offset] for offset in rest[-int(n_senses) :]]
                yield noun, (senses, int(rest[int(n_pointers) + 1]))


def heads() -> Iterator[tuple[str, str]]:
    """The head noun of every entity in both corpora, with what it is; animals are skipped."""
    for name in free_documents():
        for doc in corefair.read(datasets.find("gum", f"train/{name}.conllu")):
            for start, end, label in doc.entities:
                head = head_of(doc, Mention(start, end))
                if doc.layers["upos"][head] == "NOUN" and label != "animal":
                    yield doc.layers["lemma"][head].lower(), "animate" if label == "person" else "inanimate"
    for path in sorted(datasets.find("litbank", "train-entities").glob("*.tsv")):
        rows = [line.rstrip("\n").split("\t") for line in lines(path)]
        for start, end, label in spans_of(rows):
            words = [row[0] for row in rows[start:end]]
            word = words[head_in(words)]
            if word.islower() and word.isalpha() and word not in pronouns():
                yield word, "animate" if label == "PER" else "inanimate"


if __name__ == "__main__":
    main(*sys.argv[1:])
