"""The description and the decoder: two harmless algorithms that together return their input.

Algorithm A writes down which translate of a linear code its input belongs to.
Algorithm B is given that translate, and returns the nearest word of it where a noisy distance is
small.
Source: Rogers et al., section 4.2, Algorithms 1 and 2.

`AffineCode.bch` needs galois, the extra ``codes``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.finite.linear_programs import MissingPackageError
from boundcalc.finite.ratios import RatioLaw
from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import read_rational
from boundcalc.mechanisms.checks import positive, ratio_above_one

Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class AffineCode:
    """A binary linear code of odd minimum distance with a decoder, and its translates.

    Parameters
    ----------
    parity_check : array, shape (r, n)
        H with H c = 0 for the words c of the code; its last r columns are the identity.
    distance : int
        A lower bound on the minimum distance, odd; up to (distance - 1)/2 errors are corrected.
    code : object
        The code with its decoder, of galois.

    Examples
    --------
    >>> code = AffineCode.bch(15, 5)
    >>> records = np.array([1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1])
    >>> description = code.describe(records)
    >>> len(description), bool((code.nearest(records, description)[0] == records).all())
    (10, True)
    """

    parity_check: Bits
    distance: int
    code: Any

    @classmethod
    def bch(cls, n: int, k: int) -> AffineCode:
        """Return the binary BCH code of length n = 2^m - 1 and rank k.

        Raises
        ------
        MissingPackageError
            If galois is not installed.
        DomainError
            If there is no such code.
        """
        try:
            import galois
        except ImportError as error:
            raise MissingPackageError(
                "codes need galois, which is not installed; run: pip install 'boundcalc[codes]'"
            ) from error
        try:
            code = galois.BCH(n, k)
        except ValueError as error:
            raise DomainError(f"BCH code: there is none of length {n} and rank {k}") from error
        generator = np.asarray(code.G, dtype=np.uint8)
        parity = np.concatenate([generator[:, k:].T, np.eye(n - k, dtype=np.uint8)], axis=1)
        distance = int(code.d)
        return cls(parity, distance - (distance + 1) % 2, code)

    @property
    def n(self) -> int:
        """The number of records."""
        return int(self.parity_check.shape[1])

    @property
    def r(self) -> int:
        """The length of a description in bits."""
        return int(self.parity_check.shape[0])

    def describe(self, records: ArrayLike) -> Bits:
        """Return H x, the description of the translate that x belongs to (algorithm A), shape (r,).

        Raises
        ------
        DomainError
            If there are not n bits.
        """
        return np.asarray(self.parity_check @ self._bits(records, self.n) % 2, dtype=np.uint8)

    def nearest(self, records: ArrayLike, description: ArrayLike) -> tuple[Bits, int] | None:
        """Return the nearest word of a translate with its distance, None beyond what is corrected.

        Where the distance is at most (distance - 1)/2 the nearest word is unique and is found.
        """
        x, a = self._bits(records, self.n), self._bits(description, self.r)
        shift = np.concatenate([np.zeros(self.n - self.r, dtype=np.uint8), a])
        received = type(self.code.G)(x ^ shift)
        decoded, errors = self.code.decode(received, output="codeword", errors=True)
        if int(errors) < 0:
            return None
        word = np.asarray(decoded, dtype=np.uint8) ^ shift
        return word, int((word ^ x).sum())

    def private_decoder(
        self,
        records: ArrayLike,
        description: ArrayLike,
        *,
        epsilon: float,
        delta: float,
        rng: np.random.Generator,
    ) -> Bits | None:
        """Return the nearest word where a noisy distance to it is small, else None (algorithm B).

        The distance d gets noise Lap(1/epsilon), and the word is returned if the sum is below
        w = (distance - 1)/4 - log_2(1/delta)/epsilon; beyond (distance - 1)/2, where words may tie,
        nothing is returned, which keeps the mechanism (epsilon, delta)-private.

        Raises
        ------
        DomainError
            If epsilon is not positive, delta not in (0, 1), or the distance of the code is below
            8 log_2(1/delta)/epsilon + 1, which the proof needs.
        """
        limit = self.limit(epsilon, delta)
        found = self.nearest(records, description)
        noise = float(rng.laplace(0.0, 1 / epsilon))
        return found[0] if found is not None and found[1] + noise < limit else None

    def limit(self, epsilon: float, delta: float) -> float:
        """Return w, the noisy distance from which on nothing is returned; errors as above."""
        positive(epsilon, "epsilon")
        if not 0 < delta < 1:
            raise DomainError(f"delta: it is in (0, 1) but got {delta}")
        bits = math.log2(1 / delta) / epsilon
        if self.distance < 8 * bits + 1 - 1e-9:
            raise DomainError(
                f"code: its distance {self.distance} is below 8 log_2(1/delta)/epsilon + 1 = "
                f"{8 * bits + 1:g}; take a larger delta or epsilon, or a code of greater distance"
            )
        return (self.distance - 1) / 4 - bits

    def _bits(self, values: ArrayLike, count: int) -> Bits:
        found = np.asarray(values)
        if found.shape != (count,) or not np.isin(found, (0, 1)).all():
            raise DomainError(f"bits: expected {count} of 0 and 1 but got shape {found.shape}")
        return found.astype(np.uint8)


# --- exact laws on uniform inputs --------------------------------------------------------------


def return_probability(distance: int, limit: int, ratio: Any) -> Fraction:
    """Return Pr[distance + L < limit] for Laplace noise L, exact; ratio is the rational e^epsilon.

    Examples
    --------
    >>> return_probability(0, 1, 2), return_probability(2, 1, 2)
    (Fraction(3, 4), Fraction(1, 4))
    """
    r = ratio_above_one(ratio, "ratio")
    tail = r ** -abs(limit - distance) / 2
    return 1 - tail if limit >= distance else tail


def decoder_information(n: int, rank: int, distance: int, limit: int, ratio: Any) -> RatioLaw:
    """Return the ratio law of a uniform input and the output of B against independent copies.

    Exact for every linear code of that length, rank and minimum distance: a word has C(n, d) inputs
    at distance d <= (distance - 1)/2, and no input has two such words.
    """
    radius = (distance - 1) // 2
    inputs, words = 2**n, 2**rank
    shells = [(comb(n, d), return_probability(d, limit, ratio)) for d in range(radius + 1)]
    one_word = sum((Fraction(count, inputs) * p for count, p in shells), start=Fraction(0))
    silent = 1 - words * one_word
    near = Fraction(words * sum(count for count, _ in shells), inputs)
    masses: list[tuple[Fraction, Fraction]] = []
    for count, p in shells:
        share = Fraction(words * count, inputs)
        masses += [(share * p, share * one_word), (share * (1 - p), share * silent)]
    masses.append((1 - near, (1 - near) * silent))
    rest = 1 - sum((q for _, q in masses), start=Fraction(0))
    return RatioLaw.from_masses([*masses, (Fraction(0), rest)])


def reconstruction_information(n: int, limit: int, ratio: Any) -> RatioLaw:
    """Return the ratio law of a uniform input and what A followed by B returns, exact.

    The input itself is returned with the probability of distance 0, else nothing.
    """
    chance = return_probability(0, limit, ratio)
    found = chance / read_rational(2) ** n
    return RatioLaw.from_masses(
        [(chance, found), (1 - chance, 1 - chance), (Fraction(0), chance - found)]
    )
