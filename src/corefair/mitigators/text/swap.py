"""swap: every gendered word becomes its counterpart, he she and she he (WinoBias §3.1, Dawkins 2021 §3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from corefair.mitigators.text.compounds import is_candidate, lemma_of
from corefair.mitigators.text.counterpart import counterpart, genitive
from corefair.mitigators.text.edits import Edit, Kept, Plan, apply
from corefair.mitigators.text.forms import article
from corefair.mitigators.text.things import pronouns_of_things
from corefair.mitigators.text.view import View, analysed
from corefair.registry import mitigators
from corefair.types import Document

_ENGLISH = frozenset(
    "the and that with his she he you from this which are were have had not but they to of by been".split()  # noqa: SIM905
)
_LOOKED_AT = 2000  # words from which the language of a text is told
_ENOUGH = 30  # fewer words tell no language
_SHARE = 0.03  # of those words in a text: English has five times as many and more


@mitigators.register("swap", changes="text")
@dataclass(frozen=True, kw_only=True)
class Swap:
    """Exchange feminine and masculine words: pronouns by their grammar, others by a dictionary of ours.

    Words, clusters and trees keep their places. What may be no gendered word where it stands is left, unless
    `strict`: *sister company*, *Stephen King*, *to man a ship*.
    """

    strict: bool = False

    def __call__(self, doc: Document) -> Document:
        """The document with genders exchanged; what its file lacks is analysed for it, and not kept."""
        ((_, read),) = analysed([doc])
        return apply(doc, self.plan(read, own_tags=doc.tags is not None).edits, lemma=lemma_of)

    def plan(self, doc: Document, *, own_tags: bool = True) -> Plan:
        """Which words of a document with tags become which, and which gendered words stay."""
        view = View(doc, own_tags=own_tags)
        found = [i for i, word in enumerate(view.lower) if is_candidate(word)]
        if found and not self.strict and not _is_english(view):
            return Plan(kept=tuple(Kept(i, "the text is not English") for i in found))
        of_things = pronouns_of_things(doc) if found and not self.strict else {}
        edits: list[Edit] = []
        kept: list[Kept] = []
        for i in found:
            change = of_things.get(i) or counterpart(view, i, strict=self.strict)
            if isinstance(change, str):
                kept.append(Kept(i, change))
            else:
                edits += _with_neighbours(view, change)
        return Plan(tuple(edits), tuple(kept))


def _with_neighbours(view: View, edit: Edit) -> list[Edit]:
    """The edit, and before and after it those of an article and a genitive that no longer fit."""
    i, old = edit.at, view.words[edit.at]
    made = [edit]
    before, after = view.before(i), view.after(i)
    if before.lower() in ("a", "an"):
        fitting = article(before, old, edit.new)
        if fitting != before:
            made.insert(0, Edit(i - 1, fitting, "article", lemma="a"))
    if after.lower() in ("'s", "’s", "'", "’") and view.tag_after(i) in ("POS", ""):
        mark = genitive(after, old, edit.new)
        if mark != after:
            made.append(Edit(i + 1, mark, "genitive", lemma="'s"))
    return made


def _is_english(view: View) -> bool:
    """Whether a text has the small words of English, or is too short to tell."""
    words = [word for word in view.lower[:_LOOKED_AT] if word.isalpha()]
    return len(words) < _ENOUGH or sum(map(_ENGLISH.__contains__, words)) >= _SHARE * len(words)
