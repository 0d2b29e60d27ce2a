"""Strategies for exact laws: small, skewed, with zeros."""

from fractions import Fraction

from hypothesis import strategies as st

from boundcalc.finite import Distribution, JointDistribution

weights = st.one_of(st.integers(0, 4), st.integers(0, 1000), st.sampled_from([0, 1, 10**6]))


def laws(size: int) -> st.SearchStrategy[Distribution]:
    return (
        st.lists(weights, min_size=size, max_size=size).filter(any).map(Distribution.from_weights)
    )


pairs = st.integers(1, 5).flatmap(lambda size: st.tuples(laws(size), laws(size)))
joints = (
    st.tuples(st.integers(1, 3), st.integers(1, 3))
    .flatmap(
        lambda shape: st.lists(
            st.lists(weights, min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        )
    )
    .filter(lambda rows: any(any(row) for row in rows))
    .map(JointDistribution.from_weights)
)
ratios = st.fractions(0, 20, max_denominator=50)
slacks = st.fractions(0, 1, max_denominator=60).filter(lambda value: value < 1)


def events(size: int) -> list[tuple[int, ...]]:
    """All events on that many outcomes."""
    return [tuple(i for i in range(size) if code >> i & 1) for code in range(2**size)]


def mass(values: tuple[Fraction, ...], event: tuple[int, ...]) -> Fraction:
    return sum((values[i] for i in event), start=Fraction(0))
