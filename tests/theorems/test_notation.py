"""One letter, one meaning: a name means the same in all records, but for overloads that are known.

Where two records that can meet in a question read a letter differently, one of them borrows it, and
`tests/ranking/test_privacy_questions.py` shows which comes first.
"""

from collections import defaultdict

import pytest

from boundcalc.language import Unit
from tests.solving.points import THEOREMS

# The letters of the field that are overloaded, each with what it may mean.
OVERLOADED = {
    "k": {"max-information", "number of queries"},
    "m": {"mutual information", "number of queries"},
    "alpha": {"significance level", "sample accuracy", "mean of the greatest error on the event"},
    "beta": {"failure probability", "approximation of max-information"},
    "beta_1": {
        "approximation of k_1",
        "approximation for the first algorithm",
        "chance that sample and population are farther apart",
    },
    "beta_2": {"approximation of k_2", "approximation for the second algorithm"},
    "c": {
        "greatest information about one record that is not excepted",
        "price of the failing noise",
    },
    "delta": {
        "privacy failure",
        "probability of the exceptions",
    },
    "epsilon": {"privacy parameter", "log of the ratio", "range of the log ratios"},
    "gap": {
        "gap to the best score",
        "expected gap to the best score",
        "expected generalization gap",
        "mean generalization gap on the event",
        "mean gap of sample and population on the worst event of probability beta",
    },
    "t": {"deviation in standard deviations", "minimum distance of a code"},
    "tau": {"accuracy", "accuracy in the unit of the query"},
    "target_epsilon": {"privacy parameter", "log of the ratio"},
    "mean": {"expectation"},
}


def meanings():
    found = defaultdict(set)
    for theorem in THEOREMS.values():
        symbols = (*theorem.quantities.values(), *(item.symbol for item in theorem.definitions))
        for symbol in symbols:
            found[symbol.name].add(symbol.meaning.partition(";")[0])
    return found


MEANINGS = meanings()


@pytest.mark.parametrize("name", sorted(MEANINGS))
def test_a_name_has_one_meaning_or_a_known_overload(name):
    found = MEANINGS[name]

    assert len(found) == 1 or found <= OVERLOADED.get(name, set())


@pytest.mark.parametrize("name", sorted(OVERLOADED))
def test_no_overload_is_listed_for_nothing(name):
    aliases = {
        symbol.meaning
        for theorem in THEOREMS.values()
        for symbol in theorem.quantities.values()
        if name in symbol.aliases
    }
    assert OVERLOADED[name] <= meanings()[name] | aliases


def test_the_distance_in_total_variation_is_not_called_as_privacy_is():
    for theorem in THEOREMS.values():
        for name, symbol in theorem.quantities.items():
            if symbol.meaning == "total variation distance":
                assert name == "tv"
                assert "epsilon" in {alias.removeprefix("target_") for alias in symbol.aliases}


def test_a_name_is_in_bits_or_in_nats_everywhere():
    units = defaultdict(set)
    for theorem in THEOREMS.values():
        for name, symbol in theorem.quantities.items():
            if symbol.unit in (Unit.BITS, Unit.NATS):
                units[name, symbol.meaning].add(symbol.unit)
    mixed = {name for (name, _), found in units.items() if len(found) > 1}
    assert mixed <= {"m"}  # mutual information, which some of its records have in nats
