"""names: first names exchanged by pairs that are about as frequent and as gendered (Hall Maudslay 2019)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from corefair import lists
from corefair.mitigators.text.edits import Edit, Kept, Plan, apply
from corefair.mitigators.text.forms import like, take_apart
from corefair.mitigators.text.people import names_in, parts
from corefair.mitigators.text.view import analysed
from corefair.registry import mitigators
from corefair.text.names import Name
from corefair.types import Document


@mitigators.register("names", changes="text")
@dataclass(frozen=True, kw_only=True)
class Names:
    """Exchange each first name of a person for one of the other group, always the same one, and back.

    Family names stay, as do names that both genders bear and those that the list of pairs does not have.
    """

    def __call__(self, doc: Document) -> Document:
        """The document with first names exchanged."""
        ((_, read),) = analysed([doc], names=True)
        return apply(doc, self.plan(read).edits)

    def plan(self, doc: Document) -> Plan:
        """Which names become which, in a document with tags and entities."""
        edits: list[Edit] = []
        kept: list[Kept] = []
        people = [name.span for name in names_in(doc) if name.type == "person"]
        known = {span: parts(doc, span) for span in people}
        families, given = _seen(known.values())
        after_lower = {(one, two.lower()) for one, two in pairwise(doc.words) if one.islower()}
        for span, name in known.items():
            first = span.start + len(name.titles)
            for i in range(first, first + max(len(name.given), not name.titles)):
                word = doc.words[i]
                stem, ending = take_apart(word).pieces[0], take_apart(word).ending
                alone = not name.given or not (name.family or name.titles or stem.lower() in given)
                if alone and stem.lower() in families:
                    continue  # *Kennedy*, after *Robert Kennedy*; *Kelly* too, unless *Kelly Smith* is there
                if i + 1 < span.end and (word.lower(), doc.words[i + 1].lower()) in after_lower:
                    continue  # *Van Gogh*, where *van Gogh* is there as well
                new = pairs().get(stem.lower())
                if new and stem + ending == word:
                    edits.append(Edit(i, like(new, stem) + ending, "name"))
                elif i == first and word[:1].isupper() and (name.given or not new):
                    kept.append(Kept(i, "a name without a pair"))
        return Plan(tuple(sorted(edits)), tuple(sorted(kept)))


def _seen(names: Iterable[Name]) -> tuple[frozenset[str], frozenset[str]]:
    """The family names that a document has after a first name or title, and first names before another."""
    whole = [name for name in names if name.family and (name.given or name.titles)]
    families = (_stem(name.family) for name in whole)
    given = (_stem(word) for name in whole for word in name.given)
    return frozenset(families), frozenset(given)


def _stem(word: str) -> str:
    return take_apart(word).pieces[0].lower()


@cache
def pairs() -> Mapping[str, str]:
    """Each first name in lower case, and its pair.

    >>> pairs()[pairs()["mary"]]
    'mary'
    """
    found: dict[str, str] = {}
    for row in lists.read("name_pairs"):
        found[row["feminine"]], found[row["masculine"]] = row["masculine"], row["feminine"]
    return found
