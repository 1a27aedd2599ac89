"""One case of a suite as lines of text, for a terminal: its sentence marked, who is right, its groups."""

from __future__ import annotations

from difflib import get_close_matches

from corefair.auditing.wording import label
from corefair.errors import DataError
from corefair.report import clusters, marked
from corefair.types import Case, Choice, Document, Suite, cluster_up


def find_case(suite: Suite, name: str) -> Case:
    """The case of that id; an error that offers near ones if there is none."""
    by_id = {case.id: case for case in suite.cases}
    if name not in by_id:
        near = get_close_matches(name, by_id, n=3, cutoff=0.5)
        first = next(iter(by_id), "none")
        hint = f"did you mean {' or '.join(near)}?" if near else f"its first is {first}"
        raise DataError(f"no case of {suite.key} is called {name!r}; {hint}")
    return by_id[name]


def case_text(case: Case) -> str:
    """The case in a few lines: the pronoun in asterisks, candidates in brackets, the right one after =.

    >>> words = ("The", "nurse", "met", "the", "cook", "when", "she", "left", ".")
    >>> gold = Choice((6, 7), ((0, 2), (3, 5)), ("nurse", "cook"), 0)
    >>> print(case_text(Case("a.1", Document("a.1", words), gold, {"gender": "feminine"}, unit="a")))
    a.1
      [=The nurse] met [the cook] when *she* left.
      right: nurse
      groups: feminine pronouns
      resampled with: a
    """
    lines = [clusters.visible(case.id), *(f"  {clusters.visible(line)}" for line in _sentence(case))]
    if isinstance(case.gold, Choice):
        right = case.gold.right
        lines.append("  right: " + ("none of the candidates" if right is None else case.gold.names[right]))
    if case.groups:
        lines.append(f"  groups: {label(case.groups)}")
    if case.unit and case.unit != case.id:
        lines.append(f"  resampled with: {case.unit}")
    if case.weight != 1:
        lines.append(f"  weight: {case.weight:g}")
    return "\n".join(lines)


def _sentence(case: Case) -> list[str]:
    if not isinstance(case.given, Document):
        return [" ".join(map(str, case.given))]
    if isinstance(case.gold, Choice):
        return ["".join(_marked(piece, case.gold) for piece in marked.pieces(case.given.words, case.gold))]
    gold = cluster_up(case.gold) if _are_clusters(case.gold) else ()
    doc = Document(case.id, case.given.words, case.given.sentences, clusters=gold)
    return "".join(piece.text for piece in clusters.pieces(doc)).splitlines()


def _are_clusters(gold: object) -> bool:
    """A suite's own judge may know anything else as gold."""
    spans = [span for cluster in gold for span in cluster] if isinstance(gold, tuple) else [None]
    return all(isinstance(span, tuple) and len(span) == 2 for span in spans)


def _marked(piece: marked.Piece, gold: Choice) -> str:
    text = f"*{piece.text}*" if piece.pronoun else piece.text
    if piece.candidate is None:
        return text
    return f"[{'=' if piece.candidate == gold.right else ''}{text}]"
