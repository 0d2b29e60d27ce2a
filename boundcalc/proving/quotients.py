"""Terms as quotients of two sums of monomials, for the search; the checker has no need of them."""

from fractions import Fraction

from boundcalc.checker.normal import ONE, ZERO, Form, Normalizer, _plus, _scaled, constant
from boundcalc.checker.terms import Term, demand, integer_of


class Quotients(Normalizer):
    """Brings terms to normal form by a numerator and a denominator, as the search divides them."""

    def form(self, term: Term) -> Form:
        """Return a term as one sum of monomials."""
        top, bottom = self.quotient(term)
        return self.product(top, self.whole_power(bottom, -1))

    def quotient(self, term: Term) -> tuple[Form, Form]:
        """Return the numerator and the denominator of a term."""
        kind = term[0]
        if kind == "negate":
            top, bottom = self.quotient(term[1])
            return _scaled(top, Fraction(-1)), bottom
        if kind in ("add", "multiply", "divide"):
            return self._arithmetic(kind, [self.quotient(child) for child in term[1:]])
        size = integer_of(term[2]) if kind == "power" else None
        if size is not None:
            top, bottom = self.quotient(term[1])
            if size < 0:
                top, bottom = bottom, top
            return self.whole_power(top, abs(size)), self.whole_power(bottom, abs(size))
        return self.expanded(term), constant(ONE)

    def _arithmetic(self, kind: str, parts: list[tuple[Form, Form]]) -> tuple[Form, Form]:
        top, bottom = parts[0]
        for other_top, other_bottom in parts[1:]:
            if kind == "divide":
                other_top, other_bottom = other_bottom, other_top
            if kind != "add":
                top, bottom = self.product(top, other_top), self.product(bottom, other_bottom)
            elif bottom == other_bottom:
                top = _plus(top, other_top)
            else:
                top = _plus(self.product(top, other_bottom), self.product(other_top, bottom))
                bottom = self.product(bottom, other_bottom)
        demand(bool(bottom), "a denominator is zero")
        lead = next(iter(bottom))
        ratio = top.get(lead, ZERO) / bottom[lead] if len(bottom) > 1 else ZERO
        if ratio and top == _scaled(bottom, ratio):
            top, bottom = constant(ratio), constant(ONE)
        if len(bottom) == 1:
            top, bottom = self.product(top, self.whole_power(bottom, -1)), constant(ONE)
        return top, bottom
