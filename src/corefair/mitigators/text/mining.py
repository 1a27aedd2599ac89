"""Rules mined from edits: which words people exchanged when they rewrote spans for the other gender.

WinoBias §3.1 asked five workers to rewrite spans, took the word differences, and kept for each word what most
of them wrote; *her* and *his* were left to grammar.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.io import files
from corefair.io.plain import word_offsets
from corefair.mitigators.text.compounds import entries_of

BY_GRAMMAR = frozenset({"her", "his"})  # several rules each, told apart by their place


class Edited(NamedTuple):
    """A span as it was, and as somebody rewrote it."""

    original: str
    edited: str
    worker: str = ""


class Rule(NamedTuple):
    """What a word was exchanged for, and how many of those who exchanged it agreed."""

    word: str
    new: str
    edits: int  # that made this exchange
    of: int  # all edits of the word
    others: tuple[tuple[str, int], ...]  # what else was written
    ours: str  # what our dictionary has, with bars between; nothing if it lacks the word

    @property
    def agreement(self) -> float:
        """The share of edits of the word that made this exchange."""
        return self.edits / self.of


class Mined(NamedTuple):
    """The rules, the most frequent first, and how far the workers agreed on whole spans."""

    rules: tuple[Rule, ...]
    spans: int
    edits: int
    alike: float | None  # share of spans with several edits that were all the same; None if there are none


def mine(edits: Iterable[Edited], *, least: int = 1) -> Mined:
    """The rules that at least so many edits made.

    >>> edits = [Edited("his wife", "her husband"), Edited("a wife", "a husband"), Edited("wife", "spouse")]
    >>> found = mine(edits)
    >>> [(rule.word, rule.new, rule.edits, rule.of) for rule in found.rules]
    [('wife', 'husband', 2, 3), ('his', 'her', 1, 1)]
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    versions: defaultdict[str, list[str]] = defaultdict(list)
    n_edits = 0
    for each in edits:
        n_edits += 1
        versions[each.original].append(" ".join(_words(each.edited)))
        for old, new in differences(_words(each.original), _words(each.edited)):
            counts[old][new] += 1
    rules = [rule for word, found in counts.items() for rule in _rules(word, found) if rule.edits >= least]
    rules.sort(key=lambda rule: (-rule.edits, rule.word, rule.new))
    several = [made for made in versions.values() if len(made) > 1]
    alike = sum(len(set(made)) == 1 for made in several) / len(several) if several else None
    return Mined(tuple(rules), len(versions), n_edits, alike)


def read_edits(path: Path) -> Iterator[Edited]:
    """The edits of a table with the columns original and edited, and worker if there is one."""
    columns: Mapping[str, int] = {}
    for number, line in enumerate(files.lines(path), 1):
        files.check_utf8(line, line=number)
        cells = line.rstrip("\r\n").split("\t")
        if not columns:
            columns = {name: at for at, name in enumerate(cells)}
            lacking = [name for name in ("original", "edited") if name not in columns]
            if len(columns) < len(cells):
                raise DataError("two columns have the same name", path=str(path), line=1)
            if lacking:
                problem = f"no column {' and no column '.join(lacking)}: the first line must name them"
                raise DataError(problem, path=str(path), line=1)
        elif len(cells) != len(columns):
            problem = f"{len(cells)} columns, expected {len(columns)}"
            raise DataError(problem, path=str(path), line=number)
        else:
            worker = cells[columns["worker"]] if "worker" in columns else ""
            yield Edited(cells[columns["original"]], cells[columns["edited"]], worker)


def differences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What was exchanged for what: word by word where as many were put in as taken out.

    >>> list(differences("the old man and his wife".split(), "the old woman and her husband".split()))
    [('man', 'woman'), ('his', 'her'), ('wife', 'husband')]
    """
    for kind, i, j, k, n in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if j - i == n - k:
            yield from zip(old[i:j], new[k:n], strict=True)
        elif i < j:
            yield " ".join(old[i:j]), " ".join(new[k:n])


def _words(text: str) -> list[str]:
    return [text[start:end].lower() for start, end in word_offsets(text)]


def _rules(word: str, found: Counter[str]) -> Iterator[Rule]:
    """The most frequent exchange of a word, or every one if grammar tells them apart."""
    ordered = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    ours = "|".join(dict.fromkeys(entry.new.lower() for entry in entries_of(word)))
    for at, (new, count) in enumerate(ordered if word in BY_GRAMMAR else ordered[:1]):
        others = tuple(each for k, each in enumerate(ordered) if k != at)
        yield Rule(word, new, count, found.total(), others, ours)
