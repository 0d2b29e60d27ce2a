"""The experiment shows that a standard holdout set misleads and Thresholdout does not."""

import numpy as np
import pytest

from boundcalc.language import DomainError
from boundcalc.mechanisms.experiment import Experiment, feature_selection

RECORDS, FEATURES = 400, 2000
COUNTS = (1, 10, 100)


@pytest.fixture(scope="module", params=[0, 20])
def experiment(request: pytest.FixtureRequest) -> Experiment:
    return feature_selection(
        records=RECORDS,
        features=FEATURES,
        correlated=request.param,
        repetitions=10,
        counts=COUNTS,
        rng=np.random.default_rng(3),
    )


def test_arrays_have_a_row_for_each_repetition(experiment: Experiment) -> None:
    for way in (experiment.standard, experiment.thresholdout):
        for values in (way.training, way.holdout, way.fresh):
            assert values.shape == (10, len(COUNTS))
            assert ((values >= 0) & (values <= 1)).all()
    assert experiment.queries == FEATURES + len(COUNTS)
    assert experiment.releases.shape == (10,)
    assert (experiment.releases < experiment.queries / 2).all()


def test_the_standard_holdout_flatters_and_thresholdout_does_not(experiment: Experiment) -> None:
    standard = (experiment.standard.holdout - experiment.standard.fresh).mean(axis=0)
    reusable = (experiment.thresholdout.holdout - experiment.thresholdout.fresh).mean(axis=0)

    assert standard[-1] > 0.08
    assert np.abs(reusable).max() < 0.06


def test_correlated_features_are_found() -> None:
    found = feature_selection(
        records=RECORDS,
        features=FEATURES,
        correlated=20,
        repetitions=5,
        counts=[10],
        rng=np.random.default_rng(4),
    )

    assert found.thresholdout.fresh.mean() > 0.6


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (
        feature_selection(
            records=50, features=30, repetitions=2, rng=np.random.default_rng(seed)
        ).thresholdout.holdout
        for seed in (1, 1, 2)
    )

    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"records": 0}, "records: at least 1"),
        ({"features": 0}, "features: at least 1"),
        ({"repetitions": 0}, "repetitions: at least 1"),
        ({"correlated": 51}, "0 to 50"),
        ({"counts": []}, "at least 1 each"),
        ({"counts": [0]}, "at least 1 each"),
    ],
)
def test_wrong_sizes_are_errors(change: dict[str, object], says: str) -> None:
    arguments: dict[str, object] = {"records": 50, "features": 50, "repetitions": 1}

    with pytest.raises(DomainError, match=says):
        feature_selection(**(arguments | change), rng=np.random.default_rng(0))  # type: ignore[arg-type]
