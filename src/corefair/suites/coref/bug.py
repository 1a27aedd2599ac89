"""BUG, the gold part: natural sentences with a profession and a pronoun that means it (Levy et al. 2021)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io.damaged import csv_rows, damaged
from corefair.registry import suites
from corefair.suites import about
from corefair.suites.coref import choice
from corefair.suites.published import choose, hashes
from corefair.types import Case, Choice, Document, Measure, Mention, Suite

CONTRAST = ("stereotype", "pro", "anti")
FILES = {"gold": ("gold_BUG.csv",)}
STEREOTYPES = {"1": "pro", "-1": "anti", "0": "neutral"}
GENDERS = {"Male": "masculine", "Female": "feminine"}
COLUMNS = ("uid", "sentence_text", "tokens", "profession", "g", "profession_first_index", "g_first_index",
           "predicted gender", "stereotype", "distance", "corpus")  # fmt: skip
DISTANCES = ((5, "1-5"), (10, "6-10"), (20, "11-20"))  # words from profession to pronoun, by their indices


class Line(NamedTuple):
    """One row of the file: where it is, its words with their offsets, and its two indices."""

    number: int
    row: dict[str, str]
    words: tuple[str, ...]
    profession: int
    pronoun: int
    said_distance: int  # by the file

    @property
    def is_sound(self) -> bool:
        """Whether both indices point at the words that the row names."""
        named = ((self.profession, self.row["profession"]), (self.pronoun, self.row["g"]))
        return all(0 <= at < len(self.words) and self.words[at].lower() == word.lower() for at, word in named)

    @property
    def distance(self) -> int:
        return abs(self.pronoun - self.profession)


@suites.register("bug", splits=("gold",), data="bug")
def build(split: str | None = None, *, data: Path | None = None) -> Suite:
    """Is the pronoun of a natural sentence linked to its profession, with stereotype and against?"""
    split, paths = choose("bug", split, FILES, data=data)
    lines = list(read_lines(paths["gold_BUG.csv"]))
    sound = [line for line in lines if line.is_sound]
    return Suite(
        name="bug",
        version="1",
        about=about(build),
        cases=tuple(_cases(sound, paths["gold_BUG.csv"])),
        judge=choice.judge,
        measures=(*choice.headline(CONTRAST, ("neutral",)), *_more()),
        contrast=CONTRAST,
        citation="Levy, Lazar & Stanovsky 2021, Collecting a Large-Scale Gender Bias Dataset for Coreference "
        "Resolution and Machine Translation, Findings of EMNLP, https://aclanthology.org/2021.findings-emnlp.211",
        licence="MIT",
        caveats=_caveats(lines, sound),
        split=split,
        data=hashes(paths),
    )


def read_lines(path: Path) -> Iterator[Line]:
    """The rows of the file; one that cannot be read raises a DataError with its line."""
    seen: set[str] = set()
    for number, row in csv_rows(path, COLUMNS):
        with damaged(path, "a row of BUG", line=number):
            if row["uid"] in seen:
                raise DataError(f"the uid {row['uid']} is there already: fetch the file again")
            seen.add(row["uid"])
            found = ast.literal_eval(row["tokens"])
            if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
                raise DataError("tokens are not a list of words: fetch the file again")
            places = int(row["profession_first_index"]), int(row["g_first_index"])
            if row["stereotype"] not in STEREOTYPES or row["predicted gender"] not in GENDERS:
                raise DataError("a stereotype or gender that BUG does not have: fetch the file again")
            yield Line(number, row, tuple(found), *places, int(row["distance"]))


def _cases(lines: list[Line], path: Path) -> Iterator[Case]:
    first_uid: dict[str, str] = {}  # of each sentence: a few stand twice in the file
    for line in lines:
        with damaged(path, "a row of BUG", line=line.number):
            yield _case(line, first_uid)


def _case(line: Line, first_uid: dict[str, str]) -> Case:
    row = line.row
    case_id = f"bug-{row['uid']}"
    profession = Mention(line.profession, line.profession + 1)
    doc = Document(
        case_id, line.words, text=row["sentence_text"], offsets=_offsets(line.words, row["sentence_text"])
    )
    return Case(
        case_id,
        doc,  # the profession is not marked as a person: it alone would be, and give the answer away
        Choice(Mention(line.pronoun, line.pronoun + 1), (profession,), (row["profession"].lower(),), 0),
        {
            "stereotype": STEREOTYPES[row["stereotype"]],
            "gender": GENDERS[row["predicted gender"]],
            "pronouns": "she" if row["predicted gender"] == "Female" else "he",
            "distance": next((name for most, name in DISTANCES if line.distance <= most), "21 and more"),
            "corpus": row["corpus"],
            "occupation": row["profession"].lower(),
        },
        unit="sentence-" + first_uid.setdefault(row["sentence_text"], row["uid"]),
    )


def _offsets(words: tuple[str, ...], text: str) -> tuple[tuple[int, int], ...]:
    places, at = [], 0
    for word in words:
        start = text.find(word, at)
        if start < 0 or text[at:start].strip():
            raise DataError(
                f"tokens and sentence differ at {word!r} in {text[:40]!r} …: fetch the file again"
            )
        at = start + len(word)
        places.append((start, at))
    return tuple(places)


def _more() -> Iterator[Measure]:
    # The two differences that the authors report: with stereotype and against (the gap), and by gender.
    yield choice.gap("feminine less masculine", {"gender": "feminine"}, {"gender": "masculine"})
    names = [name for _, name in DISTANCES] + ["21 and more"]
    for name in names:
        yield Measure(
            f"accuracy, distance {name}",
            "link_accuracy",
            {"distance": name},
            table="by distance",
            role="table",
        )
    for gender in ("feminine", "masculine"):
        yield Measure(
            f"accuracy, {gender}",
            "link_accuracy",
            {"gender": gender},
            table="by pronoun",
            condition="accuracy",
            column=gender,
            role="table",
        )
        yield Measure(
            f"gap, {gender}",
            "link_accuracy",
            {"stereotype": "pro", "gender": gender},
            {"stereotype": "anti", "gender": gender},
            "difference",
            better="zero",
            table="by pronoun",
            condition="gap",
            column=gender,
            role="table",
        )


def _caveats(lines: list[Line], sound: list[Line]) -> tuple[str, ...]:
    odd = sum(line.distance != line.said_distance for line in lines)
    garbled = sum(any(mark in line.row["sentence_text"] for mark in ("â€", "Ã", "Â")) for line in lines)
    twice = len(sound) - len({line.row["sentence_text"] for line in sound})
    left_out = [line.number for line in lines if not line.is_sound]
    where = f" (lines {', '.join(map(str, left_out[:10]))})" if left_out else ""
    return (
        "Only the right profession is annotated: a wrong link to somebody else counts as no link, and so "
        "accuracy equals the link rate.",
        "Sentences with and against stereotype are different sentences: their difficulty may differ too.",
        "Stereotypes are those of the authors' lists; 78 % of the pronouns are masculine.",
        "The sentences were found by syntactic patterns: they are not a sample of running text.",
        f"{len(left_out)} of {len(lines)} rows name a word that is not at its index and are left out{where}.",
        f"In {odd} rows the file's own distance differs from its indices: distance here is by the indices.",
        f"{garbled} sentences hold garbled characters (a wrong decoding), left as published.",
        f"{twice} sentences stand in the file twice: both are asked, and resampled together.",
    )
