"""Encoders on one core: words a second of torch in float32 and bfloat16, and of ONNX in float32 and int8.

    OMP_NUM_THREADS=1 python benchmarks/bench_encoders.py FOLDER [LAYERS]

with a folder that `results/encoders/fetch.py` made, or any other. Ratios are of CPU time in one run,
the ways in turn, the best of three; beside them how near the states are to those of float32.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.models.encoders import Encoder
from corefair.models.encoders.pieces import Pieces

EXAMPLES = Path(__file__).parent.parent / "examples"
ROUNDS = 3


def main(folder: str, layers: int | None = None) -> None:
    """Print the four ways, then long against short texts, and the cache."""
    words = [
        word
        for path in sorted(EXAMPLES.glob("*.txt"))
        for word in Plain.parse(Block(1, path.read_text(encoding="utf-8"))).words
    ]
    words = (words * (1 + 1500 // len(words)))[:1500]
    plain = Encoder.load(folder, layers)
    pieces = plain.word_pieces.pieces(words)
    with TemporaryDirectory() as place:
        ways = {
            "torch, float32": plain,
            "torch, bfloat16": Encoder.load(folder, layers, precision="bfloat16"),
            "ONNX, float32": plain.export(Path(place) / "float", quantise=False),
            "ONNX, int8": plain.export(Path(place) / "int8"),
        }
        states = {name: run(encoder, pieces) for name, encoder in ways.items()}
        took = {name: float("inf") for name in ways}
        for _ in range(ROUNDS):
            for name, encoder in ways.items():
                start = process_time()
                run(encoder, pieces)
                took[name] = min(took[name], process_time() - start)
    print(f"{plain.name}, {plain.layers} layers, {len(words):,} words, {len(pieces.ids):,} pieces")
    print(f"{'':<18}{'words/s':>9}{'× float32':>11}{'cosine':>14}{'1 %':>8}{'least':>8}{'largest gap':>13}")
    for name in ways:
        near = cosines(states[name], states["torch, float32"])
        gap = np.abs(states[name] - states["torch, float32"]).max()
        print(
            f"{name:<18}{len(words) / took[name]:>9,.0f}{took['torch, float32'] / took[name]:>11.2f}"
            f"{near.mean():>14.5f}{np.quantile(near, 0.01):>8.4f}{near.min():>8.4f}{gap:>13.2g}"
        )
    sentences = [plain.word_pieces.pieces(words[start : start + 20]) for start in range(0, 1500, 20)]
    start = process_time()
    for sentence in sentences:
        run(plain, sentence)
    short = process_time() - start
    ratio = short / took["torch, float32"]
    print(f"\n{len(sentences)} texts of 20 words take {ratio:.2f} × the time of the same words as one text")


def run(encoder: Encoder, pieces: Pieces) -> np.ndarray:
    """The states of all pieces that belong to words [n, n_states, dim]."""
    return np.concatenate([found[1:-1] for _, found in encoder.encoded(pieces)])


def cosines(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Of each state of each piece with the other's."""
    lengths = np.linalg.norm(one, axis=-1) * np.linalg.norm(other, axis=-1)
    found: np.ndarray = (one * other).sum(axis=-1) / lengths
    return found


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
