"""The measures of this folder that are about gender, of other files of vectors as they are.

python results/vectors/others.py NAME=FILE... [--like NAME=NAME]... [--data DIR]

writes others.json. `--like gn=base` says from which vectors the words are taken that lean to a side, where
that is not the file itself: vectors before a change, or others of the same text. results/sowinobias reads it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from differences import SEED, compare
from make import as_text
from published import COLUMNS, Column
from readings import answers, cases_of, tell

from corefair.errors import MissingWords
from corefair.io.files import writing
from corefair.io.vectors import read_vectors
from corefair.runs.content import digest
from corefair.types import Embeddings, Reading

HERE = Path(__file__).parent
SUITES = ("single_weat", "sembias", "gipe_so", "clustering", "recoverability", "gipe")
Json = dict[str, Any]


def main() -> None:
    """Each file, then the JSON; what is there of the same file is kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", metavar="NAME=FILE", type=_named)
    parser.add_argument("--like", action="append", default=[], metavar="NAME=NAME", type=_named)
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    given = parser.parse_args()
    files, like = dict(given.files), dict(given.like)
    out = HERE / "others.json"
    table: Json = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    asked = answers(given.data)
    for name, path in files.items():
        original = files[like.get(name, name)]
        about = {"sha256": digest([Path(path)]), "like": digest([Path(original)])}
        if {key: table.get(name, {}).get(key) for key in about} == about:
            continue
        emb = read_vectors(path)
        made: Json = {**about, "words": len(emb), "dim": emb.dim, "values": {}}
        for suite in SUITES:
            tell(f"{name}: {suite}")
            made["values"] |= values_of(suite, asked[suite], emb, read_vectors(original))
            table[name] = made if suite == SUITES[-1] else {**made, "sha256": ""}  # not whole yet
            with writing(out) as file:
                file.write(as_text(table))


def values_of(suite: str, answer: Callable[..., Reading], emb: Embeddings, original: Embeddings) -> Json:
    """The columns that a suite fills, with intervals; none where the vectors lack its words."""
    try:
        reading = answer(emb, original, seed=SEED)
    except MissingWords as error:
        tell(f"cannot be asked: {error}")
        return {}
    columns: Mapping[str, Column] = {key: each for key, each in COLUMNS.items() if each.suite == suite}
    found = {key: compare(each.metric, {"": cases_of(reading, each)})[0][""] for key, each in columns.items()}
    return {key: {part: each[part] for part in ("value", "low", "high", "n")} for key, each in found.items()}


def _named(text: str) -> tuple[str, str]:
    name, equals, path = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"write NAME=FILE, not {text}")
    return name, path


if __name__ == "__main__":
    main()
