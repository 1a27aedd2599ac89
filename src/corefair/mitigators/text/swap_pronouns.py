"""swap-pronouns: *she* becomes *he* and *he* *she*, and every other word stays, gendered or not."""

from __future__ import annotations

from dataclasses import dataclass

from corefair.mitigators.text.compounds import lemma_of
from corefair.mitigators.text.edits import apply
from corefair.mitigators.text.swap import Swap
from corefair.mitigators.text.view import analysed
from corefair.registry import mitigators
from corefair.types import Document


@mitigators.register("swap-pronouns", changes="text")
@dataclass(frozen=True, kw_only=True)
class SwapPronouns:
    """Exchange feminine and masculine pronouns alone: what is learned of nouns and names is left as it was.

    To tell where a gap comes from; as a remedy it makes text in which *the woman* is *he*.
    """

    def __call__(self, doc: Document) -> Document:
        """The document with its pronouns exchanged."""
        ((_, read),) = analysed([doc])
        edits = Swap().plan(read, own_tags=doc.tags is not None).edits
        return apply(doc, [edit for edit in edits if edit.kind == "pronoun"], lemma=lemma_of)
