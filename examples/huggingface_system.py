"""A language model of Hugging Face's as a system: asked whom a pronoun means, it weighs each candidate.

See it at work:  python examples/huggingface_system.py MODEL
Audit it:        corefair audit module:huggingface_system:LanguageModel:model=MODEL --suite winogender
                 in the folder of this file. MODEL is a name on the hub, such as gpt2, or a folder.

It needs: pip install transformers torch
"""

import math
import sys

from corefair.types import Document, Mention, Picked, Question


class LanguageModel:
    """Chooses the candidate that the model is most likely to go on with."""

    def __init__(self, *, model: str = "gpt2"):
        from transformers import pipeline

        pipe = pipeline("text-generation", model=model)  # loads the model and its tokenizer
        self.model, self.tokenizer = pipe.model.eval(), pipe.tokenizer

    def choose(self, questions):
        """One `Picked` a question, with a log-probability for each candidate, in order."""
        for question in questions:
            doc, (start, end) = question.doc, question.pronoun
            text = doc.text or " ".join(doc.words)
            prompt = f'{text} Here the word "{" ".join(doc.words[start:end])}" means'
            names = [" " + lowered(doc.words[first:last]) for first, last in question.candidates]
            likely = [self.log_likelihood(prompt, name) for name in names]
            total = math.log(sum(math.exp(each - max(likely)) for each in likely)) + max(likely)
            yield Picked(tuple(each - total for each in likely), unit="log-probability")

    def log_likelihood(self, prompt, name):
        """Of the name after the prompt: the sum over its tokens, each given all before it."""
        import torch

        before = self.tokenizer(prompt)["input_ids"]
        after = self.tokenizer(name, add_special_tokens=False)["input_ids"]
        ids = torch.tensor([[*before, *after]])
        with torch.no_grad():
            scores = (
                self.model(ids).logits[0, len(before) - 1 : -1].log_softmax(-1)
            )  # [n_after, n_vocabulary]
        return float(scores.gather(1, torch.tensor(after)[:, None]).sum())


def lowered(words):
    """A candidate as it stands inside a sentence: "The nurse" is "the nurse"."""
    first = words[0].lower() if words[0] in ("The", "A", "An", "My") else words[0]
    return " ".join([first, *words[1:]])


def show(model):
    """Two sentences that differ in one word, which decides who is meant."""
    system = LanguageModel(model=model)
    for reason in ("late", "kind"):
        words = f"The nurse thanked the surgeon because she was {reason} .".split()
        question = Question(Document(reason, tuple(words)), Mention(6, 7), (Mention(0, 2), Mention(3, 5)))
        (picked,) = system.choose([question])
        nurse, surgeon = map(math.exp, picked.scores)
        print(f"{' '.join(words)}  ->  the nurse {nurse:.2f}, the surgeon {surgeon:.2f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        show(sys.argv[1])
    else:
        print(__doc__)
