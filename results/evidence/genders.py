"""What each table of gender counts says of gold mentions, against the pronouns of their clusters.

COREFAIR_DATA=… python results/evidence/genders.py

The mentions are those of OntoGUM's development documents that are no pronouns, in clusters whose pronouns
agree on one gender; trees are gold. And what the tables say of Winogender's occupations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gender_counts import column_of, pronoun

import corefair
from corefair.io import datasets
from corefair.io.files import lines
from corefair.text.attributes import all_attributes
from corefair.text.gender_counts import gender_counts
from corefair.text.mentions import Candidate, mention_candidates
from corefair.types import Document

TABLES = ("none", "shipped", "bergsma-lin")
GENDERS = ("masculine", "feminine", "neutral")


def main() -> None:
    """Print both tables."""
    paths = sorted(datasets.find("ontogum", "dev").glob("*.conllu"))
    docs = [doc for path in paths for doc in corefair.read(path)]
    print("| evidence | right | wrong | nothing said |\n|---|---|---|---|")
    for name in TABLES:
        counts, verdicts = gender_counts(name), Counter[str]()
        for doc in docs:
            candidates, genders = [each for each, _ in told(doc)], [gender for _, gender in told(doc)]
            for said, gender in zip(all_attributes(doc, candidates, counts=counts), genders, strict=True):
                verdicts["right" if said.gender == {gender} else "wrong" if said.gender else "nothing"] += 1
        print(f"| {name} | {verdicts['right']} | {verdicts['wrong']} | {verdicts['nothing']} |")
    _, *rows = lines(datasets.find("winogender", "occupations-stats.tsv"))
    occupations = [row.split("\t")[0] for row in rows]
    for name in TABLES[1:]:
        counts = gender_counts(name)
        assert counts is not None
        found = Counter(counts.gender([each]) for each in occupations)
        shown = ", ".join(f"{found[gender]} {gender}" for gender in GENDERS)
        print(f"{name}: of {len(occupations)} occupations {shown}")


def told(doc: Document) -> Iterator[tuple[Candidate, str]]:
    """The candidates that are mentions of a cluster whose pronouns agree, with the gender they agree on."""
    at = {each.span: each for each in mention_candidates(doc)}
    for cluster in doc.clusters:
        genders = {column for mention in cluster for column in column_of(doc, mention)}
        if len(genders) == 1 and genders <= set(GENDERS):
            for mention in cluster:
                if mention in at and not pronoun(doc, mention):
                    yield at[mention], next(iter(genders))


if __name__ == "__main__":
    main()
