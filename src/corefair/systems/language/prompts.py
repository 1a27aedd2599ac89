"""Prompts are data: a name, a version, one of three ways to ask, and a text with fields to fill in.

The three ways: `likelihood`, how probable each candidate is as the continuation of the text; `choice`, the
candidates are named in the text, in both orders, and the answer's first words are read with their
probabilities; `generate`, a free answer is read by a rule. The fields: {text} (the pronoun between asterisks
where its word stands there more than once), {plain} (never marked), {pronoun}, {Pronoun}, {options}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, cast, get_args

from corefair import lists
from corefair.errors import DataError, UnknownName
from corefair.io import files
from corefair.text.asked import bare_of, listed, names_of, pronoun_of, text_of
from corefair.types import Question

WayToAsk = Literal["likelihood", "choice", "generate"]
DEFAULT = "options"
_COLUMNS = ("name", "version", "way", "text", "answer", "neither")
_FIELDS = frozenset(("text", "plain", "pronoun", "Pronoun", "options"))
_ANSWER_FIELDS = frozenset(("name", "bare"))
_FIELD = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Prompt:
    """One way to ask: `answer` is how a continuation is written, `neither` one more option."""

    name: str
    version: str
    way: WayToAsk
    text: str
    answer: str = ""
    neither: str = ""

    @property
    def key(self) -> str:
        """What identifies it in a signature: its name, version, and a hash of its words."""
        words = "\t".join((self.way, self.text, self.answer, self.neither))
        return f"{self.name}/{self.version}/{sha256(words.encode()).hexdigest()[:8]}"

    def ask(self, question: Question, order: Sequence[int]) -> str:
        """The words of the question, its options in this order; the number after the last is `neither`."""
        names = [*names_of(question), *([self.neither] if self.neither else [])]
        pronoun = pronoun_of(question)
        filled = {
            "text": text_of(question, marked=True),
            "plain": text_of(question),
            "pronoun": pronoun,
            "Pronoun": pronoun.capitalize(),
            "options": listed([names[number] for number in order]),
        }
        return _filled(self.text, filled)

    def continuations(self, question: Question) -> list[str]:
        """How the text goes on if the pronoun is the first candidate, the second, …"""
        forms = ({"name": name, "bare": bare_of(name)} for name in names_of(question))
        return [_filled(self.answer, form) for form in forms]

    def orders(self, n_candidates: int) -> list[tuple[int, ...]]:
        """In which orders it is asked: as they stand in the text and the other way round, or once."""
        straight = tuple(range(n_candidates))
        extra = (n_candidates,) if self.neither else ()  # always last: it is no person
        if self.way != "choice" or n_candidates < 2:
            return [(*straight, *extra)]
        return [(*straight, *extra), (*reversed(straight), *extra)]


def prompts_of(names: Iterable[str] = (), *, file: Path | None = None) -> list[Prompt]:
    """The prompts of these names, from a user's file or from those that come with corefair; else `options`.

    >>> [prompt.way for prompt in prompts_of(["options", "cloze"])]
    ['choice', 'likelihood']
    """
    ours = {prompt.name: prompt for prompt in map(_prompt, lists.read("prompts"))}
    theirs = {prompt.name: prompt for prompt in _read(file)} if file else {}
    known = {**ours, **theirs}
    wanted = list(dict.fromkeys(names)) or list(theirs) or [DEFAULT]
    for name in wanted:
        if name not in known:
            raise UnknownName("prompt", name, known)
    return [known[name] for name in wanted]


def _read(path: Path) -> list[Prompt]:
    rows = list(enumerate(files.lines(path), 1))
    header = rows[0][1].rstrip("\r\n").split("\t") if rows else []
    missing = [column for column in _COLUMNS[:4] if column not in header]
    if missing:
        message = f"no column {', '.join(missing)}: the first line names {', '.join(_COLUMNS)}, with tabs"
        raise DataError(message, path=str(path), line=1)
    if len(set(header)) < len(header):
        raise DataError("two columns have the same name", path=str(path), line=1)
    prompts: dict[str, Prompt] = {}
    for number, line in rows[1:]:
        if not line.strip():
            continue
        cells = line.rstrip("\r\n").split("\t")
        try:
            if len(cells) > len(header):
                raise DataError(f"{len(cells)} columns, expected {len(header)}")
            prompt = _prompt(dict(zip(header, cells, strict=False)))
            if prompt.name in prompts:
                raise DataError(f"a second prompt {prompt.name!r}")
        except UnknownName as error:
            raise DataError(str(error), path=str(path), line=number) from None
        except DataError as error:
            raise error.at(path=str(path), line=number) from None
        prompts[prompt.name] = prompt
    if not prompts:
        raise DataError("no prompts: write one a line", path=str(path))
    return list(prompts.values())


def _prompt(row: dict[str, str]) -> Prompt:
    text, answer = (row.get(name, "").replace("\\n", "\n") for name in ("text", "answer"))
    way = row.get("way", "")
    if way not in get_args(WayToAsk):
        raise UnknownName("way to ask", way, get_args(WayToAsk))
    if not row.get("name") or not row.get("version"):
        raise DataError("a prompt needs a name and a version")
    _check_fields(text, _FIELDS)
    _check_fields(answer, _ANSWER_FIELDS)
    used = set(_FIELD.findall(text))
    if not used & {"text", "plain"} or not used & {"pronoun", "Pronoun"}:
        raise DataError(f"the prompt {row['name']!r} must hold {{text}} and {{pronoun}}")
    if way == "choice" and "options" not in used:
        raise DataError(f"the prompt {row['name']!r} gives a choice, so it must hold {{options}}")
    if way == "likelihood" and not set(_FIELD.findall(answer)):
        raise DataError(f"the prompt {row['name']!r} needs an answer such as ` {{name}}` or ` {{bare}}`")
    neither = row.get("neither", "")
    if neither and way != "choice":
        raise DataError(f"the prompt {row['name']!r}: only a choice can have `neither` among its options")
    return Prompt(row["name"], row["version"], cast(WayToAsk, way), text, answer, neither)


def _filled(text: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: fields[match[1]], text)


def _check_fields(text: str, known: frozenset[str]) -> None:
    for field in _FIELD.findall(text):
        if field not in known:
            raise UnknownName("field of a prompt", field, known)
