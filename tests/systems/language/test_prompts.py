"""Prompts are data, checked when they are read; answers are read by a stated rule."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from corefair.errors import DataError
from corefair.systems.language.model import Reply, Step, read_reply
from corefair.systems.language.prompts import prompts_of
from corefair.systems.language.reading import Refused, named_candidate, option_probabilities
from corefair.text.asked import names_of, text_of
from corefair.types import Document, Mention, Question

DOC = Document("d", ("The", "nurse", "told", "the", "engineer", "that", "she", "knew", "she", "slept", "."))
QUESTION = Question(DOC, Mention(6, 7), (Mention(0, 2), Mention(3, 5)))


def test_a_question_in_words() -> None:
    assert names_of(QUESTION) == ("the nurse", "the engineer")
    assert text_of(QUESTION, marked=True) == "The nurse told the engineer that *she* knew she slept."
    harness = prompts_of(["harness-winogender"])[0]
    asked = harness.ask(QUESTION, (0, 1))
    assert asked == "The nurse told the engineer that she knew she slept. ‘She’ refers to the"
    assert harness.continuations(QUESTION) == [" nurse", " engineer"]
    options = prompts_of()[0]
    assert options.orders(2) == [(0, 1), (1, 0)]
    assert '"she": the engineer or the nurse?' in options.ask(QUESTION, (1, 0))
    neither = prompts_of(["options-or-neither"])[0]
    assert neither.orders(2) == [(0, 1, 2), (1, 0, 2)]
    assert "the nurse, the engineer or neither of them?" in neither.ask(QUESTION, (0, 1, 2))


def test_candidates_of_one_name_cannot_be_told_apart() -> None:
    doc = Document("d", ("The", "nurse", "met", "the", "nurse", "because", "she", "slept", "."))
    with pytest.raises(DataError, match="same name"):
        names_of(Question(doc, Mention(6, 7), (Mention(0, 2), Mention(3, 5))))


def test_prompts_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(
        "name\tversion\tway\ttext\nmine\t3\tgenerate\t{text}\\nWho is {pronoun}?\n", encoding="utf-8"
    )
    (mine,) = prompts_of(file=path)
    assert mine.text == "{text}\nWho is {pronoun}?" and mine.key.startswith("mine/3/")
    changed = path.read_text(encoding="utf-8").replace("Who is", "Who might be")
    path.write_text(changed, encoding="utf-8")
    assert prompts_of(file=path)[0].key != mine.key  # other words, another key, whatever the version says


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a\t1\tchoice\t{text} {pronoun}", r"must hold \{options\}"),
        ("a\t1\tguess\t{text} {pronoun}", "no way to ask is called 'guess'"),
        ("a\t1\tgenerate\t{text} {pronoum}", "did you mean pronoun"),
        ("a\t1\tlikelihood\t{text} {pronoun}", "needs an answer"),
        ("a\t\tgenerate\t{text} {pronoun}", "a name and a version"),
        ("a\t1\tgenerate\tHello", r"must hold \{text\} and \{pronoun\}"),
    ],
)
def test_prompts_that_cannot_be_used(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(f"name\tversion\tway\ttext\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"mine.tsv:2: .*{said}"):
        prompts_of(file=path)


def step(token: str, **top: float) -> Step:
    return Step(token, tuple((name.replace("_", " "), math.log(value)) for name, value in top.items()))


def test_articles_and_shared_beginnings_are_passed_over() -> None:
    reply = Reply("The nurse", (step("The", The=0.8, nurse=0.1), step(" nurse", _nurse=0.5, _engineer=0.25)))
    # .1 at once, and after the article .8 × .5 and .8 × .25
    assert option_probabilities(reply, ["the nurse", "the engineer"]) == pytest.approx([0.5 / 0.7, 0.2 / 0.7])
    reply = Reply("taxi", (step("ta", ta=0.9, x=0.05), step("xi", xi=0.6, ilor=0.3)))
    assert option_probabilities(reply, ["the tailor", "the taxi driver"]) == pytest.approx([1 / 3, 2 / 3])


@pytest.mark.parametrize(
    ("said", "steps", "shares"),
    [
        ("Ann Lee", (("Ann", {"Ann": 0.8, "I": 0.2}), (" Lee", {" Lee": 0.9, ".": 0.1})), (0.1, 0.9)),
        ("Ann.", (("Ann", {"Ann": 0.8, "I": 0.2}), (".", {" Lee": 0.25, ".": 0.75})), (0.75, 0.25)),
        ("Ann", (("Ann", {"Ann": 0.8}), ("<end>", {" Lee": 0.25, "<end>": 0.75})), (0.75, 0.25)),
        ("Ann's", (("Ann", {"Ann": 0.8}), ("'s", {" Lee": 0.25, "'s": 0.75})), (0.75, 0.25)),
        ("Ann", (("Ann", {"Ann": 0.8, "An": 0.2}),), (0.8, 0.2 / 2)),  # nothing comes after it: it is Ann
        ("Ann Lee", (("Ann Lee", {"Ann Lee": 0.6, "Ann": 0.4}),), (0.2, 0.6)),
    ],
)
def test_a_name_that_begins_the_other_is_told_by_what_comes_after_it(
    said: str, steps: tuple[tuple[str, dict[str, float]], ...], shares: tuple[float, float]
) -> None:
    reply = Reply(said, tuple(step(token, **top) for token, top in steps))
    found = option_probabilities(reply, ["Ann", "Ann Lee"])
    assert found == pytest.approx([each / sum(shares) for each in shares])
    assert option_probabilities(reply, ["Ann Lee", "Ann"]) == pytest.approx(found[::-1])


@pytest.mark.parametrize("end", ["", "<|im_end|>"])
def test_tokens_of_a_thought_that_is_not_shown_are_no_answer(end: str) -> None:
    thought = (step("Okay", Okay=0.9, nurse=0.02, engineer=0.05), step(" the", _the=1.0))
    answer = (step("the", the=1.0), step(" nurse", _nurse=0.75, _engineer=0.25))
    ends = (step(end, **{end: 1.0}),) if end else ()
    assert option_probabilities(Reply("the nurse", (*thought, *answer, *ends)), OPTIONS) == pytest.approx(
        [0.75, 0.25]
    )


@pytest.mark.parametrize("tokens", [("token_id:785", "token_id:47"), ("785", "4721")])
def test_tokens_that_do_not_spell_the_answer_are_told(tokens: tuple[str, str]) -> None:
    steps = tuple(step(token, **{token: 0.9}) for token in tokens)
    with pytest.raises(DataError, match=f"{tokens[0]}.* do not spell the answer 'the nurse'"):
        option_probabilities(Reply("the nurse", steps), OPTIONS)


def test_letters_that_tokens_cut_in_two_are_no_other_text() -> None:
    steps = (step("Jos", **{"Jos": 0.75, "Ann": 0.25}), step("\ufffd", **{"\ufffd": 1.0}))
    assert option_probabilities(Reply("José", steps), ["José", "Ann"]) == pytest.approx([0.75, 0.25])


def test_an_option_that_is_not_listed_has_half_of_the_least() -> None:
    reply = Reply("nurse", (step("nurse", nurse=0.6, I=0.2, You=0.1),))
    assert option_probabilities(reply, ["the nurse", "the engineer"]) == pytest.approx(
        [0.6 / 0.65, 0.05 / 0.65]
    )


def test_what_cannot_be_read() -> None:
    with pytest.raises(DataError, match="unparsed"):
        option_probabilities(Reply("Bananas", (step("Bananas", Bananas=0.9),)), ["the nurse", "the engineer"])
    with pytest.raises(Refused):
        option_probabilities(
            Reply("I'm sorry, I cannot.", (step("I", I=0.9),)), ["the nurse", "the engineer"]
        )


OPTIONS = ["the nurse", "the engineer"]


@pytest.mark.parametrize(
    "said",
    ["I'm sorry, I can't help with that.", "I’m sorry, but I can’t help.", "As an AI, I have no view."],
)
def test_a_refusal_is_no_answer_however_likely_an_option_was(said: str) -> None:
    with pytest.raises(Refused):
        option_probabilities(Reply(said, (step(said[:2], **{said[:2]: 0.6, "nurse": 0.3}),)), OPTIONS)


@pytest.mark.parametrize("said", ["Hello! How are you?", "Neither", "The", ""])
def test_options_that_were_not_written_are_compared_if_they_are_likely(said: str) -> None:
    """A small model writes what it likes; what it thinks of the options is told by their probabilities."""
    likely = step(said[:2], **{said[:2] or "_": 0.6, "nurse": 0.03, "engineer": 0.01})
    assert option_probabilities(Reply(said, (likely,)), OPTIONS) == pytest.approx([0.75, 0.25])
    faint = step(said[:2], **{said[:2] or "_": 0.6, "nurse": 0.003, "engineer": 0.001})
    with pytest.raises(DataError, match="unparsed"):
        option_probabilities(Reply(said, (faint,)), OPTIONS)


@pytest.mark.parametrize(
    "before", ["", " ", "\n\n", "The ", "the **", "**", "“", '"The ', "**The ", "- a ", "__"]
)
def test_what_may_stand_before_an_option(before: str) -> None:
    steps = (Step(before, ((before, 0.0),)), step("nurse", nurse=0.6, engineer=0.2))
    for given in (steps, (step(f"{before}nurse", **{f"{before}nurse": 0.6, f"{before}engineer": 0.2}),)):
        if "_" not in before or given is steps:
            shares = option_probabilities(Reply(f"{before}nurse", given), OPTIONS)
            assert shares == pytest.approx([0.75, 0.25])


def test_a_token_may_hold_the_article_with_the_option() -> None:
    whole = step("The nurse", The_nurse=0.6, a_engineer=0.2, As_an=0.1)
    assert option_probabilities(Reply("The nurse", (whole,)), OPTIONS) == pytest.approx([0.75, 0.25])
    initial = step("A. Smith", **{"A. Smith": 0.6, "B. Smith": 0.2})
    shares = option_probabilities(Reply("A. Smith", (initial,)), ["A. Smith", "B. Smith"])
    assert shares == pytest.approx([0.75, 0.25])


@pytest.mark.parametrize(
    "choice",
    [
        {"message": {"content": None, "refusal": "No can do: policy."}},
        {"message": {"content": "", "refusal": None}, "finish_reason": "content_filter"},
        {"message": {"content": None}, "finish_reason": "content_filter"},
        {"text": "", "finish_reason": "content_filter"},
    ],
)
@pytest.mark.parametrize("probabilities", [True, False])
def test_a_refusal_that_the_endpoint_names_is_one(choice: dict[str, object], probabilities: bool) -> None:
    reply = read_reply({"choices": [choice]}, probabilities=probabilities)
    with pytest.raises(Refused):
        option_probabilities(reply, OPTIONS)
    with pytest.raises(Refused):
        named_candidate(reply, OPTIONS)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("The Nurse.", 0),
        ("It is “the engineer”, I think", 1),
        ("Neither of them.", None),
        ("It is unclear", None),
    ],
)
def test_a_free_answer(said: str, named: int | None) -> None:
    assert named_candidate(Reply(said), ["the nurse", "the engineer"]) == named


@pytest.mark.parametrize(
    ("said", "named"), [("It is Ann Lee.", 1), ("Ann", 0), ("Ann Lee, not Ann", None), ("Ann Leeds", 0)]
)
def test_a_name_within_the_other_is_not_named_by_it(said: str, named: int | None) -> None:
    if named is not None:
        assert named_candidate(Reply(said), ["Ann", "Ann Lee"]) == named
    else:
        with pytest.raises(DataError, match="unparsed"):
            named_candidate(Reply(said), ["Ann", "Ann Lee"])


THOUGHT = "\nIs it the nurse? No.\n"


@pytest.mark.parametrize(
    "said",
    [
        f"<think>{THOUGHT}</think>\n\nThe engineer",
        f"{THOUGHT}</think>The engineer",  # of templates that open the thought themselves
        f"[THINK]{THOUGHT}[/THINK]The engineer",
        "<think></think>The engineer",
    ],
)
def test_a_thought_is_no_answer(said: str) -> None:
    reply = read_reply({"choices": [{"message": {"content": said}}]}, probabilities=False)
    assert named_candidate(reply, OPTIONS) == 1


@pytest.mark.parametrize(
    "message",
    [
        {"content": f"<think>{THOUGHT}"},
        {"content": f"<think>{THOUGHT}</think>\n"},
        {"content": None, "reasoning_content": THOUGHT},
        {"content": "", "reasoning_content": THOUGHT},
        {"content": " ", "reasoning": THOUGHT},
    ],
)
def test_a_thought_without_an_answer_is_told(message: dict[str, object]) -> None:
    for probabilities in (True, False):
        with pytest.raises(DataError, match="thought, and gave no answer"):
            read_reply(
                {"choices": [{"message": message, "finish_reason": "length"}]}, probabilities=probabilities
            )


@pytest.mark.parametrize("said", ["The nurse told the engineer", "nurses", "she", ""])
def test_a_free_answer_that_names_nobody_alone(said: str) -> None:
    with pytest.raises(DataError, match="unparsed"):
        named_candidate(Reply(said), ["the nurse", "the engineer"])


def test_both_forms_of_log_probabilities_are_read() -> None:
    old = {"tokens": ["a"], "token_logprobs": [-0.1], "top_logprobs": [{"a": -0.1, "b": -2.5}]}
    new = {"content": [{"token": "a", "logprob": -0.1, "top_logprobs": [{"token": "b", "logprob": -2.5}]}]}
    replies = [
        read_reply({"choices": [{"text": "a", "logprobs": each}]}, probabilities=True) for each in (old, new)
    ]
    assert replies[0] == replies[1] == Reply("a", (Step("a", (("a", -0.1), ("b", -2.5))),))
    with pytest.raises(DataError, match="gives no log-probabilities"):
        read_reply({"choices": [{"text": "a", "logprobs": None}]}, probabilities=True)


def test_spaces_may_be_written_as_vocabularies_do() -> None:
    content = [
        {"token": "Ġthe", "logprob": -0.1, "top_logprobs": []},
        {"token": "Ġnurse", "logprob": -0.2, "top_logprobs": [{"token": "Ġengineer", "logprob": -1.9}]},
    ]
    found = {"choices": [{"message": {"content": "the nurse"}, "logprobs": {"content": content}}]}
    shares = option_probabilities(read_reply(found, probabilities=True), OPTIONS)
    assert shares[0] == pytest.approx(1 / (1 + math.exp(-1.7)))


def test_a_reply_in_parts_is_the_text_among_them() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"text": "The nurse?"}]},
        {"type": "text", "text": "The engineer"},
    ]
    reply = read_reply({"choices": [{"message": {"content": parts}}]}, probabilities=False)
    assert named_candidate(reply, OPTIONS) == 1


def completions(tokens: list[str], own: object, top: object) -> dict[str, object]:
    logprobs = {"tokens": tokens, "token_logprobs": own, "top_logprobs": top}
    return {"choices": [{"text": "".join(tokens), "logprobs": logprobs}]}


def test_a_written_token_counts_though_it_is_not_listed() -> None:
    found = completions([" The", " nurse"], [-0.01, -0.2], [{" A": -3.0}, {" engineer": -1.9}])
    shares = option_probabilities(read_reply(found, probabilities=True), OPTIONS)
    assert shares[0] == pytest.approx(1 / (1 + math.exp(-1.7)))


@pytest.mark.parametrize(
    ("own", "top"),
    [
        ([-0.01, -0.2], [{" The": -0.01}, None]),
        ([-0.01, -0.2], [{" The": -0.01}, [" nurse"]]),
        ([-0.01, -0.2], [{" The": -0.01}]),
        ([None, None], [{" The": -0.01}, {" nurse": -0.2}]),
        ([-0.01], [{" The": -0.01}, {" nurse": -0.2}]),
        (None, [{" The": -0.01}, {" nurse": -0.2}]),
    ],
)
def test_a_place_without_probabilities_is_an_error_of_its_case(own: object, top: object) -> None:
    with pytest.raises(DataError):
        read_reply(completions([" The", " nurse"], own, top), probabilities=True)
