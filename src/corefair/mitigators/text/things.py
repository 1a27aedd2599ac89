"""Pronouns of ships, countries and God, where the clusters of a document say what is meant: *she* sailed."""

from __future__ import annotations

from collections.abc import Mapping

from corefair.mitigators.text.contexts import things
from corefair.text.mentions import head_of
from corefair.text.nouns import gendered, noun_animacy
from corefair.types import Cluster, Document

_PRONOUNS = frozenset("she her hers herself he him his himself".split())  # noqa: SIM905


def pronouns_of_things(doc: Document) -> Mapping[int, str]:
    """Pronouns whose cluster is headed by God, or by a ship or the like and no person; with the reason."""
    found: dict[int, str] = {}
    for cluster in doc.clusters:
        if len(cluster) > 1:
            pronouns = [start for start, end in cluster if end == start + 1
                        and doc.words[start].lower() in _PRONOUNS]  # fmt: skip
            if pronouns and (why := _reason(doc, cluster)):
                found.update(dict.fromkeys(pronouns, why))
    return found


def _reason(doc: Document, cluster: Cluster) -> str:
    """Why pronouns of the cluster stay: a head of it names God, or a thing while none names a person."""
    is_thing = is_person = False
    for mention in cluster:
        if mention.end - mention.start == 1 and doc.words[mention.start].lower() in _PRONOUNS:
            continue
        word = doc.words[head_of(doc, mention)]
        head = word.lower()
        if word == "God":
            return "of God, by its cluster"
        if head in things():
            is_thing = True
        elif head in gendered() or noun_animacy().get(head) == "animate":
            is_person = True
    return "of a thing, by its cluster" if is_thing and not is_person else ""
