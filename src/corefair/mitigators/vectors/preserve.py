"""Which words a mitigator leaves as they are: the shipped list, a file of words, words given or kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import DataError
from corefair.io.files import lines
from corefair.types import Embeddings, Json


class KeptWords(frozenset[str]):
    """Words that were kept with a change, and what the choice was called."""

    name: str


Preserve = str | Path | Collection[str] | None  # None and "kbc": the shipped list; other strings are paths


def preserved_rows(emb: Embeddings, preserve: Preserve = None) -> NDArray[np.bool_]:
    """Which rows of the vectors are to stay as they are [n_words].

    With the shipped list these are its words in any case, and whatever is not made of letters alone
    (Kumar 2020, Algorithm 1, stage 1); with words of one's own, exactly those.

    >>> emb = Embeddings(("She", "nurse", "o'clock"), np.eye(3, dtype=np.float32))
    >>> preserved_rows(emb).tolist(), preserved_rows(emb, ["nurse"]).tolist()
    ([True, False, True], [False, True, False])
    """
    kept = preserve_words(preserve)
    if _is_shipped(preserve):
        found = [word in kept or word.lower() in kept or not word.isalpha() for word in emb.words]
    else:
        found = [word in kept for word in emb.words]
    return np.array(found, dtype=np.bool_)


def preserve_words(preserve: Preserve = None) -> frozenset[str]:
    """The words to be left as they are; a file has one a line, or a table with a column `word`."""
    if _is_shipped(preserve):
        return frozenset(row["word"] for row in lists.read("preserve"))
    if isinstance(preserve, str | Path):
        return _from_file(Path(preserve))
    assert preserve is not None
    return frozenset(preserve)


def preserve_name(preserve: Preserve = None) -> str:
    """What a history calls the choice: kbc, the name of the file, or how many words were given.

    >>> preserve_name(), preserve_name("lists/mine.tsv"), preserve_name(["she", "he"])
    ('kbc', 'mine.tsv', '2 given words')
    """
    if _is_shipped(preserve):
        return "kbc"
    if isinstance(preserve, str | Path):
        return Path(preserve).name
    if isinstance(preserve, KeptWords):
        return preserve.name
    return f"{len(preserve_words(preserve)):,} given words"


def preserve_as_json(preserve: Preserve) -> Json:
    """The choice for a file: the shipped list by its name, others with their words."""
    if _is_shipped(preserve):
        return "kbc"
    return {"name": preserve_name(preserve), "words": [*sorted(preserve_words(preserve))]}


def preserve_from_json(value: Json) -> Preserve:
    """The choice that `preserve_as_json` wrote."""
    if value == "kbc":
        return "kbc"
    if not isinstance(value, Mapping) or not isinstance(words := value.get("words"), list):
        raise DataError("'preserve' must be kbc, or a name and words")
    kept = KeptWords(str(word) for word in words)
    kept.name = str(value.get("name"))
    return kept


def _is_shipped(preserve: Preserve) -> bool:
    return preserve is None or (isinstance(preserve, str) and preserve == "kbc")


def _from_file(path: Path) -> frozenset[str]:
    rows = [line.rstrip("\r\n").split("\t") for line in lines(path)]
    table = bool(rows) and "word" in rows[0]
    column, n_columns = (rows[0].index("word"), len(rows[0])) if table else (0, 1)
    for number, row in enumerate(rows, 1):
        if row != [""] and len(row) != n_columns:
            expected = "one word a line, or a table whose header has a column 'word'"
            raise DataError(f"{len(row)} columns; expected {expected}", path=str(path), line=number)
    return frozenset(row[column].strip() for row in rows[table:] if row != [""])
