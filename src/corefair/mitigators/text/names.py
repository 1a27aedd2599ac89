"""names: first names exchanged by pairs that are about as frequent and as gendered (Hall Maudslay 2019)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from corefair import lists
from corefair.mitigators.text.edits import Edit, Kept, Plan, apply
from corefair.mitigators.text.forms import like, take_apart
from corefair.mitigators.text.people import names_in, parts
from corefair.mitigators.text.view import analysed
from corefair.registry import mitigators
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
        families = {name.family.lower() for name in known.values() if name.given or name.titles}
        for span, name in known.items():
            first = span.start + len(name.titles)
            for i in range(first, first + max(len(name.given), not name.titles)):
                word = doc.words[i]
                stem, ending = take_apart(word).pieces[0], take_apart(word).ending
                if not name.given and stem.lower() in families:
                    continue  # *Kennedy*, after *Robert Kennedy*
                new = pairs().get(stem.lower())
                if new and stem + ending == word:
                    edits.append(Edit(i, like(new, stem) + ending, "name"))
                elif i == first and word[:1].isupper() and (name.given or not new):
                    kept.append(Kept(i, "a name without a pair"))
        return Plan(tuple(sorted(edits)), tuple(sorted(kept)))


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
