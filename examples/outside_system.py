"""A coreference system in a process of its own, in forty lines: copy this file to audit yours.

See it at work:  python examples/outside_system.py
Audit it:        corefair audit "command:python examples/outside_system.py --answer"
As a chooser:    corefair audit "choose:python examples/outside_system.py --choose"
"""

import json
import math
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


def scores(words, pronoun, candidates):
    """Or here, if it can only say how likely each candidate is. This one likes those that are near."""
    near = [1 / (1 + abs(pronoun[0] - end)) for start, end in candidates]
    return [math.log(each / sum(near)) for each in near]


def answer():
    """One document a line in, one answer a line out, in the same order; read, answer, read on."""
    for line in sys.stdin:
        doc = json.loads(line)  # {"id": …, "words": […], "sentences": […]} and "text" where there is one
        print(json.dumps({"id": doc["id"], "clusters": resolve(doc["words"])}), flush=True)
    # Print nothing else: what you want to log goes to stderr. If your ends are inclusive, or count
    # characters, say so in each answer: "end": "inclusive", "offsets": "char". If a document cannot be
    # answered, say "status": "refused" and a "message"; if you have scores for pairs of mentions, send
    # "scores": [[[0, 2], [7, 8], 0.93], …].


def choose():
    """The same with a question a line: beside the document, a pronoun and who it could be."""
    for line in sys.stdin:
        asked = json.loads(line)  # … and "pronoun": [start, end], "candidates": [[start, end], …]
        found = scores(asked["words"], asked["pronoun"], asked["candidates"])
        print(json.dumps({"id": asked["id"], "scores": found, "unit": "log-probability"}), flush=True)
    # One number a candidate, higher is likelier. Without "unit" any finite numbers will do; "none" may be
    # the score of none of them.


def show():
    """What the audit does: start the program, ask it, and check it on sentences with one possible answer."""
    from corefair.systems.ask import ask, ask_choices
    from corefair.systems.make import make
    from corefair.systems.self_test import self_test
    from corefair.types import Document, Mention, Question

    command = shlex.join([sys.executable, str(Path(__file__))])
    _, resolver = make(f"command:{command} --answer")
    sentences = ("The nurse thanked the surgeon because ze was kind .", "The guard slept .")
    docs = [Document(str(i), tuple(sentence.split())) for i, sentence in enumerate(sentences)]
    for doc, found in zip(docs, ask(resolver, docs), strict=True):
        named = [[" ".join(doc.words[start:end]) for start, end in cluster] for cluster in found.clusters]
        print(f"{' '.join(doc.words)}  ->  {found.status} {named}")
    _, chooser = make(f"choose:{command} --choose")
    question = Question(docs[0], Mention(6, 7), (Mention(0, 2), Mention(3, 5)))
    (picked,) = ask_choices(chooser, [question])
    print("the nurse {:.2f}, the surgeon {:.2f}".format(*map(math.exp, picked.scores)))
    print("self-tests:", self_test(resolver) or "fine", self_test(chooser) or "fine")


if __name__ == "__main__":
    answer() if "--answer" in sys.argv else choose() if "--choose" in sys.argv else show()
