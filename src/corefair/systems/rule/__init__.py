"""The multi-pass sieve: rules from the most precise to the least, each on the clusters of those before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from corefair.errors import DataError
from corefair.registry import systems
from corefair.systems.rule.clusters import Values
from corefair.systems.rule.filters import keep
from corefair.systems.rule.passes import choose
from corefair.systems.rule.text import Text
from corefair.text.analysis import analyse
from corefair.text.gender_counts import gender_counts as read_counts
from corefair.text.phrases import EXTENTS, Phrase, find_phrases
from corefair.types import Answer, Document, cluster_up

NUMBERS = ("either", "plural")
_LITBANK = frozenset(("person", "group", "place", "facility", "vehicle", "organization"))


@systems.register("rule")
class Rule:
    """Stanford's multi-pass sieve (Lee et al. 2013), which WinoBias and Winogender call RULE.

    `gender_counts` is the table that tells the gender of nouns and names: "shipped", "bergsma-lin", "none", a
    file, or "balanced" (masculine and feminine made alike), also before a table: "balanced:bergsma-lin".
    `pipeline` is a spaCy pipeline in place of ours. `passes` is "all", or the names of some, or "-name" for
    all but one; on the command line several are joined by "+". `scheme` says what a mention is: as in
    "ontonotes", as in "litbank", or "short", up to its head. With `they` "plural" *they* is never one person.
    `paper` is RULE as WinoBias and Winogender ran it, with Bergsma & Lin's counts (get them by
    `corefair data get gender`) and plural *they*, where neither is set otherwise.

    People that a document marks are not used: a suite marks its candidates, which a resolver must find.
    """

    def __init__(
        self,
        *,
        gender_counts: str = "shipped",
        pipeline: str | None = None,
        passes: str | Iterable[str] = "all",
        singletons: bool = False,  # keep what is mentioned once
        scheme: str = "ontonotes",
        they: str = "either",
        paper: bool = False,
    ) -> None:
        if paper:
            gender_counts = {"shipped": "bergsma-lin", "balanced": "balanced:bergsma-lin"}.get(
                gender_counts, gender_counts
            )
            they = "plural" if they == "either" else they
        for name, value, known in (("scheme", scheme, tuple(EXTENTS)), ("they", they, NUMBERS)):
            if value not in known:
                raise DataError(f"{name} must be {' or '.join(known)}, found {value!r}")
        self.counts = read_counts(gender_counts)
        self.pipeline, self.singletons, self.scheme, self.they = pipeline, singletons, scheme, they
        self.passes = choose(passes)

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters with a score for each phrase that a pronoun could be."""
        return map(self.answer, self.texts(docs))

    def texts(self, docs: Iterable[Document]) -> Iterator[Text]:
        """The documents resolved, with phrases, clusters and the trace of every link."""
        for doc in analyse((replace(doc, entities=(), clusters=()) for doc in docs), pipeline=self.pipeline):
            yield self.sieve(doc, self.phrases(doc))

    def phrases(self, doc: Document) -> list[Phrase]:
        """What may be mentioned in an analysed document."""
        return keep(doc, find_phrases(doc, counts=self.counts, scheme=self.scheme, they=self.they))

    def sieve(self, doc: Document, phrases: Sequence[Phrase]) -> Text:
        """Run the passes over phrases of an analysed document."""
        text = Text(doc, phrases)
        for each in self.passes:
            for mention, antecedent, why in each.find(text):
                text.link(each.name, mention, antecedent, why)
        return text

    def answer(self, text: Text) -> Answer:
        """What is said of a resolved document."""
        least = 1 if self.singletons else 2
        found = (
            {text.phrases[i].span for i in members if i not in text.hidden}
            for root, members in enumerate(text.clusters.members)
            if self.scheme != "litbank" or _is_annotated(text.clusters.values[root])
        )
        clusters = cluster_up(spans for spans in found if len(spans) >= least)
        return Answer(clusters, scores=tuple(text.scores))


def _is_annotated(known: Values) -> bool:
    """Whether LitBank has such things: people, places, buildings, vehicles, organisations."""
    return "animate" in known.animacy or bool(known.label & _LITBANK)
