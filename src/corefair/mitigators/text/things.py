"""Pronouns of ships and countries: *she* sailed, where the clusters of a document say what is meant."""

from __future__ import annotations

from collections.abc import Mapping

from corefair.mitigators.text.contexts import things
from corefair.text.mentions import head_of
from corefair.text.nouns import gendered, noun_animacy
from corefair.types import Cluster, Document

_PRONOUNS = frozenset("she her hers herself he him his himself".split())  # noqa: SIM905


def pronouns_of_things(doc: Document) -> Mapping[int, str]:
    """Pronouns whose cluster has a ship or the like for a head and no person, each with the reason."""
    found: dict[int, str] = {}
    for cluster in doc.clusters:
        if len(cluster) > 1:
            pronouns = [start for start, end in cluster if end == start + 1
                        and doc.words[start].lower() in _PRONOUNS]  # fmt: skip
            if pronouns and _is_thing(doc, cluster):
                found.update(dict.fromkeys(pronouns, "of a thing, by its cluster"))
    return found


def _is_thing(doc: Document, cluster: Cluster) -> bool:
    """Whether a head of the cluster names such a thing, and none a person."""
    is_thing = False
    for mention in cluster:
        if mention.end - mention.start == 1 and doc.words[mention.start].lower() in _PRONOUNS:
            continue
        head = doc.words[head_of(doc, mention)].lower()
        if head in gendered() or noun_animacy().get(head) == "animate":
            return False
        is_thing = is_thing or head in things()
    return is_thing
