"""Questions as users ask them: the letters that they use together, with usual values.

Run ``python -m tests.solving.asking COUNT SEED`` to read what is printed first for each.
"""

import random
import sys
from collections.abc import Iterator

from boundcalc.cards.answer_cards import ranking_card
from boundcalc.language.errors import BoundError
from boundcalc.library import load_library
from tests.asking import rank

VALUES = {
    "tau": ("0.01", "0.05", "0.1", "0.2", "0.3"),
    "beta": ("1e-6", "0.001", "0.01", "0.05", "0.1"),
    "m": ("1", "2", "10", "100", "1000", "1e4"),
    "k": ("1", "20", "500", "1e5"),
    "B": ("1", "5", "10", "50"),
    "n": ("100", "1000", "1e4", "1e5", "1e6", "1e7"),
    "epsilon": ("0.001", "0.01", "0.1", "0.5", "1", "2"),
    "delta": ("1e-12", "1e-9", "1e-6", "0.001"),
    "sigma": ("1e-4", "0.001", "0.01", "0.1", "1"),
}
# Letters that people use together; each is asked for in turn, and one may be left out.
SHAPES = (
    ("n", "tau", "beta"),
    ("n", "tau", "beta", "B"),
    ("n", "tau", "beta", "m"),
    ("n", "tau", "beta", "k"),
    ("n", "tau", "beta", "m", "B"),
    ("n", "tau", "beta", "k", "B"),
    ("n", "tau", "beta", "epsilon"),
    ("n", "tau", "beta", "epsilon", "delta"),
    ("n", "tau", "beta", "delta"),
    ("n", "tau", "beta", "B", "sigma"),
    ("n", "tau", "beta", "m", "sigma"),
    ("n", "tau", "beta", "m", "B", "sigma"),
    ("n", "tau", "beta", "m", "epsilon"),
    ("n", "tau", "beta", "m", "epsilon", "delta"),
    ("tau", "beta", "epsilon", "delta"),
    ("n", "epsilon", "sigma"),
    ("n", "epsilon", "delta", "sigma"),
    ("n", "epsilon", "B", "sigma"),
    ("n", "epsilon", "delta", "B", "sigma"),
    ("n", "epsilon", "delta", "m", "sigma"),
    ("n", "epsilon", "k"),
    ("n", "epsilon", "k", "beta"),
    ("n", "epsilon", "delta", "k", "beta"),
    ("m", "epsilon", "delta"),
    ("n", "epsilon", "beta"),
    ("n", "epsilon", "delta", "beta"),
)


def questions(count: int, seed: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield that many questions: what is asked for, and what is given."""
    source = random.Random(seed)
    for _ in range(count):
        names = list(source.choice(SHAPES))
        source.shuffle(names)
        if len(names) > 3 and source.random() < 0.1:
            names.pop()
        unknown, *given = names
        yield unknown, {name: source.choice(VALUES[name]) for name in given}


def main(count: int, seed: int) -> None:
    """Print each question and the first lines of what is answered, or the error."""
    theorems = load_library().theorems
    for unknown, given in questions(count, seed):
        print("$", unknown, *(f"{name}={value}" for name, value in given.items()))
        try:
            card = ranking_card(rank(theorems, unknown, given))
        except BoundError as error:
            print("  !", type(error).__name__, error)
            continue
        print(" ", card.headline)
        for sentence in card.lead:
            print("   ", sentence)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
