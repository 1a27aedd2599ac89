"""GN-GloVe: gender goes to the last component and leaves the others; seed words are looked up and told."""

from __future__ import annotations

import gzip
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from corefair import lists
from corefair.errors import CorefairError, MissingWords, UnknownName
from corefair.models.glove import Means, Settings, train, training_compiled
from corefair.models.glove.confining import direction
from corefair.models.glove.gender import GenderTerms, find_seeds, seed_pairs, without_gender
from corefair.models.glove.state import start
from corefair.models.glove.training import fit
from corefair.types import Embeddings
from real_vectors import DATA, published
from some_pairs import pairs_of, random_counts, vocabulary_of

N_PAIRS, N_OTHERS = 8, 60
PAIRS = [(f"f{i}", f"m{i}") for i in range(N_PAIRS)]
WORDS = [word for pair in PAIRS for word in pair] + [f"other{i}" for i in range(N_OTHERS)]
TERMS = GenderTerms(pairs=PAIRS)
THREAD = Means(threads=1)


def leaning_counts(*, seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Counts of words of four topics, which lean to feminine or masculine words; and how each word leans."""
    rng = np.random.default_rng(seed)
    gender = np.array([1.0, -1.0] * N_PAIRS + [0.0] * N_OTHERS)
    lean = np.where(gender, gender, rng.uniform(-1, 1, len(WORDS)))
    topics = rng.normal(0, 0.7, (len(WORDS), 4))
    frequency = rng.normal(0, 0.5, len(WORDS))
    # seed words tell how another word leans; two words that are not seeds do not
    by_gender = np.where((gender[:, None] != 0) | (gender != 0), lean[:, None] * lean, 0.0)
    logs = 3 + topics @ topics.T + frequency[:, None] + frequency + by_gender
    return np.exp(logs), lean


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Embeddings]:
    folder = tmp_path_factory.mktemp("gender")
    pairs = pairs_of(leaning_counts()[0], folder / "pairs.bin")
    settings = Settings(dim=8, epochs=40, x_max=10.0)
    terms = {
        "glove": None,
        "ours": TERMS,
        "authors": GenderTerms(pairs=PAIRS, variant="authors"),
        "off": GenderTerms(pairs=PAIRS, weight_apart=0.0, weight_neutral=0.0),
    }
    return {
        name: fit(pairs, vocabulary_of(WORDS), replace(settings, gender=each), folder=folder, means=THREAD)
        for name, each in terms.items()
    }


def test_seed_words_are_set_apart(trained: dict[str, Embeddings]) -> None:
    last = trained["ours"].vectors[:, -1]
    assert last[0 : 2 * N_PAIRS : 2] == pytest.approx(2.0, abs=0.1)  # word and context vector, each at +1
    assert last[1 : 2 * N_PAIRS : 2] == pytest.approx(-2.0, abs=0.1)


def test_the_last_component_learns_how_others_lean(trained: dict[str, Embeddings]) -> None:
    lean = leaning_counts()[1][2 * N_PAIRS :]
    found = np.corrcoef(trained["ours"].vectors[2 * N_PAIRS :, -1], lean)[0, 1]
    before = np.corrcoef(trained["glove"].vectors[2 * N_PAIRS :, -1], lean)[0, 1]
    assert found > 0.7 > 0.4 > abs(before)


def test_the_other_components_lose_it(trained: dict[str, Embeddings]) -> None:
    def leaning(emb: Embeddings) -> float:
        """How far the others' projections on the mean difference of the pairs follow their leaning."""
        vectors = emb.vectors.astype(np.float64)
        v = (vectors[0 : 2 * N_PAIRS : 2] - vectors[1 : 2 * N_PAIRS : 2]).mean(axis=0)
        others = vectors[2 * N_PAIRS :]
        return float(np.abs(others @ v).mean() / (np.linalg.norm(v) * np.linalg.norm(others, axis=1).mean()))

    assert leaning(without_gender(trained["ours"])) < 0.25 * leaning(trained["glove"])


@published
def test_the_last_component_is_no_matter_of_frequency(tmp_path: Path) -> None:
    """Neutral words could learn anything there from each other, and it would be frequency: ±.5 or more."""
    with gzip.open(DATA / "corpus" / "wikipedia-2021-part.txt.gz", "rt", encoding="utf-8") as articles:
        (tmp_path / "articles.txt").write_text("".join(islice(articles, 3000)), encoding="utf-8")
    for seed in (0, 1):
        options: dict[str, Any] = {"dim": 30, "epochs": 8, "window": 10, "x_max": 10.0, "seed": seed}
        emb = train(
            tmp_path / "articles.txt", method="gn-glove", run=tmp_path / "run", engine="one", **options
        )
        assert emb["she"][-1] > 1.5 and emb["he"][-1] < -1.5
        with_frequency = scipy.stats.spearmanr(emb.vectors[:, -1], -np.arange(len(emb))).statistic
        assert abs(with_frequency) < 0.25


def test_weights_of_zero_are_glove(trained: dict[str, Embeddings]) -> None:
    assert (trained["off"].vectors == trained["glove"].vectors).all()


def test_the_authors_cut_every_component(trained: dict[str, Embeddings]) -> None:
    vectors = trained["authors"].vectors
    assert np.isfinite(vectors).all() and np.abs(vectors).max() <= 2.0  # ±1 for word and context
    assert vectors[0 : 2 * N_PAIRS : 2, -1].min() > 1.5 and vectors[1 : 2 * N_PAIRS : 2, -1].max() < -1.5


def test_threads_and_stops_change_no_bit(tmp_path: Path) -> None:
    pairs = pairs_of(leaning_counts()[0], tmp_path / "pairs.bin")
    for variant in ("ours", "authors"):
        five = Settings(dim=8, epochs=5, gender=GenderTerms(pairs=PAIRS, variant=variant))  # type: ignore[arg-type]
        whole = fit(pairs, vocabulary_of(WORDS), five, folder=tmp_path / variant, means=THREAD)
        stopped, two = tmp_path / f"{variant}-stopped", Means(threads=2)
        fit(pairs, vocabulary_of(WORDS), replace(five, epochs=3), folder=stopped, means=two)
        on = fit(pairs, vocabulary_of(WORDS), five, folder=stopped, means=two)
        assert (whole.vectors == on.vectors).all()


def test_history_says_which_terms(trained: dict[str, Embeddings]) -> None:
    assert trained["ours"].name == "gn-glove"
    assert trained["ours"].history[1:] == (
        "gn-glove(variant=ours, apart=0.8, neutral=0.8, 8 of 8 seed pairs, 0 seed words missing)",
    )
    without = without_gender(trained["ours"])
    assert without.dim == 7 and without.history[-1] == "without the last component (w_a)"
    assert (without.vectors == trained["ours"].vectors[:, :7]).all()


def test_the_steps_of_a_tile_by_hand() -> None:
    rows = np.zeros((4, 8), np.float32)
    rows[:, :3] = [[3, 4, 9], [3, 4, 9], [0, 0, 0], [0, 0, 0.5]]
    places = np.array([0, 0, 2, 3, 3], np.uint16)  # row 1 has no pair in the tile
    gender = np.array([0, 0, 1, -1], np.int8)
    training_compiled.confine(rows, places, gender, np.array([0.6, 0.8], np.float32), 0.5, 0.5)
    # 5 along the direction, of which two pairs leave a quarter; distances 1 and 1.5 from +1 and −1
    expected = [[0.75, 1, 9], [3, 4, 9], [0, 0, 0.5], [0, 0, -1 + 1.5 / 4]]
    assert rows[:, :3] == pytest.approx(np.array(expected))


def test_the_direction_is_that_of_vectors_at_length_one() -> None:
    seeds = find_seeds(TERMS, vocabulary_of(WORDS))
    state = start(len(WORDS), 8, 16, rate=0.05, seed=0)
    vectors = np.zeros((80, 8))
    vectors[seeds.feminine, 1], vectors[seeds.masculine, 2] = 1.0, 100.0  # frequent words have long vectors
    for side, share in enumerate((0.25, 0.75)):  # of word and context vectors, the sum is what counts
        state.rows[side, :, :, :8] = share * vectors.reshape(-1, 16, 8).transpose(1, 0, 2)
    v = direction(state, seeds, output="sum")
    assert v == pytest.approx(np.array([0, 0.5**0.5, -(0.5**0.5), 0, 0, 0, 0]))


def test_missing_seed_words_are_told() -> None:
    seeds = find_seeds(GenderTerms(pairs=[*PAIRS, ("hen", "m0"), ("mare", "stallion")]), vocabulary_of(WORDS))
    assert seeds.missing == ("hen", "mare", "stallion")
    assert seeds.n_listed == N_PAIRS + 2 and len(seeds.feminine) == N_PAIRS
    assert seeds.gender.sum() == 0 and np.abs(seeds.gender).sum() == 2 * N_PAIRS
    assert seeds.gender[:2].tolist() == [1, -1]
    blocks = seeds.blocks(16)
    assert all(blocks[row % 16, row // 16] == gender for row, gender in enumerate(seeds.gender.tolist()))


def test_too_few_pairs(tmp_path: Path) -> None:
    few = GenderTerms(pairs=[*PAIRS[:4], *(("a", "b"), ("c", "d"))])
    with pytest.raises(MissingWords, match="lacks 4 of 12 words: a, b, c, d"):
        find_seeds(few, vocabulary_of(WORDS))
    assert (
        len(find_seeds(GenderTerms(pairs=PAIRS[:2]), vocabulary_of(WORDS)).feminine) == 2
    )  # all that are listed
    with pytest.raises(MissingWords, match="for gn-glove's seeds, lacks 444 of 444 words"):
        pairs = pairs_of(random_counts(9), tmp_path / "p")
        fit(pairs, vocabulary_of(9), Settings(gender=GenderTerms()), folder=tmp_path)


def test_options_out_of_range() -> None:
    with pytest.raises(CorefairError, match="feminine and masculine at once: duke"):
        GenderTerms(pairs=[("duchess", "duke"), ("duke", "earl")])
    with pytest.raises(CorefairError, match="cannot be below 0"):
        GenderTerms(weight_neutral=-1.0)
    with pytest.raises(UnknownName, match="no variant of gn-glove is called 'author'; did you mean authors"):
        GenderTerms(variant="author")  # type: ignore[arg-type]
    for options in ({"dim": 1}, {"epochs": 1}):
        with pytest.raises(CorefairError, match="it takes 2 or more"):
            Settings(gender=TERMS, **options)  # type: ignore[arg-type]


def test_the_seed_list() -> None:
    pairs = seed_pairs()
    words = [word for pair in pairs for word in pair]
    assert len(pairs) == 222 and len(set(words)) == 444
    assert all(word.isalpha() and word == word.lower() for word in words)
    group = {row["word"]: row["group"] for row in lists.read("gender_words")}
    for feminine, masculine in pairs:
        assert (
            group.get(feminine, "feminine") == "feminine" and group.get(masculine, "masculine") == "masculine"
        )
    # the definitional pairs of SemBias's last 40 questions are held out, as in the paper
    assert not {"nobleman", "noblewoman", "noblemen", "noblewomen", "rake", "coquette"} & set(words)
