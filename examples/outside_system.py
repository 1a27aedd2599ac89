"""A coreference system in a process of its own, in thirty lines: copy this file to audit yours.

See it at work:  python examples/outside_system.py
Audit it:        corefair audit "command:python examples/outside_system.py --answer"
"""

import json
import shlex
import sys
from pathlib import Path


def resolve(words):
    """Your system goes here. This one links each pronoun to the last "the …" before it."""
    clusters, person = [], None
    for i, word in enumerate(words):
        if word.lower() == "the":
            person = [i, i + 2]  # ends are exclusive: the word and the one after it
        elif word.lower() in ("she", "he", "they", "ze", "xe") and person:
            clusters.append([person, [i, i + 1]])
    return clusters


def answer():
    """One document a line in, one answer a line out, in the same order; read, answer, read on."""
    for line in sys.stdin:
        doc = json.loads(line)  # {"id": …, "words": […], "sentences": […]} and "text" where there is one
        print(json.dumps({"id": doc["id"], "clusters": resolve(doc["words"])}), flush=True)
    # Print nothing else: what you want to log goes to stderr. If your ends are inclusive, or count
    # characters, say so in each answer: "end": "inclusive", "offsets": "char". If a document cannot be
    # answered, say "status": "refused" and a "message"; if you have scores for pairs of mentions, send
    # "scores": [[[0, 2], [7, 8], 0.93], …].


def show():
    """What the audit does: start the program, ask it, and check it on sentences with one possible answer."""
    from corefair.systems.make import make
    from corefair.systems.self_test import self_test
    from corefair.types import Document

    command = shlex.join([sys.executable, str(Path(__file__)), "--answer"])
    _, system = make(f"command:{command}")
    sentences = ("The nurse thanked the surgeon because ze was kind .", "The guard slept .")
    docs = [Document(str(i), tuple(sentence.split())) for i, sentence in enumerate(sentences)]
    for doc, found in zip(docs, system.answers(docs), strict=True):
        named = [[" ".join(doc.words[start:end]) for start, end in cluster] for cluster in found.clusters]
        print(f"{' '.join(doc.words)}  ->  {found.status} {named}")
    print("self-test:", self_test(system) or "fine")


if __name__ == "__main__":
    answer() if "--answer" in sys.argv else show()
