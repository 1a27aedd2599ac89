"""Dictionaries as word → entries → senses: WordNet's database files, GCIDE as dictd has it, and tables.

Only words of letters are read, in lower case, and of a gloss only what defines the word, not its examples.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corefair.errors import DataError, UnknownName
from corefair.io.files import lines
from corefair.io.gcide import Entry, read_gcide


@dataclass(frozen=True)
class Dictionary:
    """What a dictionary says of each word."""

    name: str
    entries: Mapping[str, tuple[Entry, ...]]

    def __contains__(self, word: object) -> bool:
        return word in self.entries

    def __len__(self) -> int:
        return len(self.entries)


def read_dictionary(source: str | Path) -> Dictionary:
    """The dictionary at `wordnet:FOLDER` or `gcide:FILE`, or a file of word, tab, definition.

    `wordnet` and `gcide` alone are looked for where systems install them, or where `WNSEARCHDIR` says.
    """
    kind, _, place = str(source).partition(":")
    if isinstance(source, str) and kind in _READERS:
        path = Path(place).expanduser() if place else _installed(kind)
        return Dictionary(kind, _READERS[kind](path))
    path = Path(source)
    if not path.exists() and not path.suffix:
        raise UnknownName("dictionary", str(source), [*_READERS, "FILE.tsv"])
    return Dictionary(path.name, _table(path))


def usual_places(kind: str) -> list[Path]:
    """Where a dictionary may be installed, in the order looked at."""
    if kind == "gcide":
        return [Path(folder) / "gcide.index" for folder in ("/usr/share/dictd", "/usr/lib/dict")]
    named = [os.environ.get("WNSEARCHDIR"), os.environ.get("WNHOME") and os.environ["WNHOME"] + "/dict"]
    shared = ["/usr/share/wordnet", "/usr/share/wordnet/dict", "/usr/local/WordNet-3.0/dict"]
    return [Path(folder) for folder in [*named, *shared] if folder]


def _installed(kind: str) -> Path:
    places = usual_places(kind)
    found = next((place for place in places if place.exists()), None)
    if found is None:
        package = {"wordnet": "wordnet-base", "gcide": "dict-gcide"}[kind]
        looked = ", ".join(map(str, places))
        raise DataError(
            f"no {kind} in {looked}: install it (Debian: {package}) or say where it is, {kind}:PATH"
        )
    return found


def _table(path: Path) -> dict[str, tuple[Entry, ...]]:
    """Lines of one word are its senses in order; a first line `word`, tab, `definition` is a header."""
    senses: dict[str, list[str]] = {}
    for number, line in enumerate(lines(path), 1):
        word, tab, definition = line.rstrip("\r\n").partition("\t")
        if not tab:
            if not line.strip():
                continue
            raise DataError("no tab; expected a word, a tab and its definition", path=str(path), line=number)
        if (number, word, definition) != (1, "word", "definition") and word.isalpha():
            senses.setdefault(word.lower(), []).append(definition)
    if not senses:
        raise DataError("no word of letters in it", path=str(path))
    return {word: (tuple(each),) for word, each in senses.items()}


def _wordnet(folder: Path) -> dict[str, tuple[Entry, ...]]:
    """The index says which synsets a lemma has, most frequent first; the data files have their glosses.

    Synsets that are instances, a particular person or place, define no word and are left out.
    """
    entries: dict[str, tuple[Entry, ...]] = {}
    for part in ("noun", "verb", "adj", "adv"):
        gloss_at: dict[str, str | None] = {}  # None of an instance
        for number, line in _records(folder / f"data.{part}"):
            synset, bar, gloss = line.partition(" | ")
            if not bar:
                raise DataError("a synset without a gloss", path=str(folder / f"data.{part}"), line=number)
            gloss_at[synset[:8]] = None if " @i " in synset else _QUOTED.sub(" ", gloss).strip()
        for number, line in _records(folder / f"index.{part}"):
            lemma, _, rest = line.partition(" ")
            if lemma.isalpha():
                fields = rest.split()
                try:
                    glosses = [gloss_at[offset] for offset in fields[-int(fields[1]) :]]
                except (KeyError, ValueError, IndexError):
                    where = str(folder / f"index.{part}")
                    raise DataError(f"no such synset in data.{part}", path=where, line=number) from None
                if entry := tuple(gloss for gloss in glosses if gloss is not None):
                    entries[lemma.lower()] = (*entries.get(lemma.lower(), ()), entry)
    return entries


def _records(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a WordNet file after its licence, whose lines begin with blanks, with their numbers."""
    return ((number, line) for number, line in enumerate(lines(path), 1) if not line.startswith("  "))


_QUOTED = re.compile(r'"[^"]*"?')
_READERS: dict[str, Callable[[Path], dict[str, tuple[Entry, ...]]]] = {
    "wordnet": _wordnet,
    "gcide": read_gcide,
}
