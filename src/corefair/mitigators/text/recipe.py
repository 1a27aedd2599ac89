"""A recipe: which text mitigators are used together, and what is written for each document of a corpus."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from corefair.mitigators.text.anonymise import Anonymise
from corefair.mitigators.text.compounds import lemma_of
from corefair.mitigators.text.edits import Plan, apply
from corefair.mitigators.text.names import Names
from corefair.mitigators.text.neutral import Neutral
from corefair.mitigators.text.substitute import is_drawn
from corefair.mitigators.text.swap import Swap
from corefair.mitigators.text.view import analysed
from corefair.types import Document, Json

Mode = Literal["augment", "substitute", "neutral", "reverse"]
_PART = re.compile(r"(.*?)(; part [1-9][0-9]*)?", re.DOTALL)


@dataclass(frozen=True)
class Recipe:
    """What is done to a corpus; every field is plain, so that it can be kept beside what was made."""

    mode: Mode = "augment"
    anonymise: Literal["", "person", "all"] = ""
    names: Literal["", "pair"] = ""
    strict: bool = False
    seed: int = 0


class Made(NamedTuple):
    """A document before and after, and what was done to it; `after` is what the recipe is about."""

    before: Document
    after: Document
    plan: Plan
    written: tuple[Document, ...]  # the documents that take its place in the corpus


def made(docs: Iterable[Document], recipe: Recipe) -> Iterator[Made]:
    """Each document with what becomes of it, in order."""
    swap, neutral, names = Swap(strict=recipe.strict), Neutral(), Names()
    anonymise = Anonymise(entities=recipe.anonymise or "person")
    needs_names = bool(recipe.anonymise or recipe.names)
    for doc, read in analysed(docs, trees=recipe.mode == "neutral", names=needs_names):
        hidden = anonymise.plan(read) if recipe.anonymise else Plan()
        if recipe.mode == "substitute" and not is_drawn(doc.id, seed=recipe.seed):
            plan = hidden
        else:
            exchanged = names.plan(read) if recipe.names and recipe.mode != "neutral" else Plan()
            own = doc.tags is not None
            last = neutral if recipe.mode == "neutral" else swap
            plan = hidden + exchanged + last.plan(read, own_tags=own)
        after = apply(doc, plan.edits, lemma=lemma_of if recipe.mode != "neutral" else str)
        if recipe.mode == "augment":
            yield Made(doc, after, plan, (apply(doc, hidden.edits), twin(after)))
        else:
            yield Made(doc, after, plan, (after,))


def twin(doc: Document) -> Document:
    """The same document under a name of its own, so that it can stand beside the one it was made from.

    >>> twin(Document("nw/a; part 2", ())).id
    'nw/a.swapped; part 2'
    """
    name, part = _PART.fullmatch(doc.id).groups()  # type: ignore[union-attr]
    new = f"{name}.swapped{part or ''}"
    comments = doc.meta.get("sentence_comments")
    if not isinstance(comments, list):
        return replace(doc, id=new)
    stem = f"# sent_id = {doc.id}"

    def renamed(comment: Json) -> Json:
        ours = isinstance(comment, str) and comment.startswith(stem)
        return f"# sent_id = {new}{str(comment)[len(stem) :]}" if ours else comment

    comments = [[renamed(each) for each in group] if isinstance(group, list) else group for group in comments]
    return replace(doc, id=new, meta={**doc.meta, "sentence_comments": comments})
