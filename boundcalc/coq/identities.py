"""Terms that are zero: shown by the field of the reals, once logarithms and the like are split.

The normal form of the checker says how: each root, power, exponential and logarithm equals a sum of
products of a few positive reals, which get names; what is left is an identity of rational functions
in them and in their powers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial, reduce
from typing import Any, cast

from boundcalc.checker.goals import encloses, is_positive
from boundcalc.checker.normal import UNIT, Atom, Form, Monomial, Normalizer, Power
from boundcalc.checker.terms import Claim, Rejected, Term, children, integer_of, names, replace
from boundcalc.coq.discrete import is_counting, written_out
from boundcalc.coq.places import Place, Script, sides
from boundcalc.coq.texts import (
    EXTREMES,
    KINDS,
    NotExported,
    claim_text,
    data,
    number_text,
    real,
)

_OPAQUE = {
    "abs": "(Rabs {})", "floor": "(IZR (Zfloor {}))", "ceil": "(IZR (Zceil {}))",
    "erfc": "(erfc {})",
}  # fmt: skip
_SPLIT = ("exp", "ln", "sqrt", *_OPAQUE, *EXTREMES)


def zero(script: Script, place: Place, term: Term) -> str:
    """Show that a term is zero where it is defined; return the name of the statement."""
    name = script.fresh("Z")
    nodes = list(dict.fromkeys(_nodes(term)))
    text = f"assert ({name} : {real(term, place.names)} = 0)"
    if not is_counting(term) and _is_rational_identity(term, nodes):
        script.add(f"{text} by equal.")
        return name
    script.add(f"{text}.")
    script.block(partial(_split, script, place, term))
    return name


def _split(script: Script, place: Place, term: Term) -> None:
    plain = written_out(script, place, term)
    nodes = list(dict.fromkeys(_nodes(plain)))
    if nodes and not _is_rational_identity(plain, nodes):
        _Splitting(script, place, nodes).write()
    else:
        script.add("equal.")


def _is_rational_identity(term: Term, nodes: list[Term]) -> bool:
    """Return whether a term is zero whatever its roots, powers and the like are."""
    changes: dict[Term, Term] = {}
    for node in reversed(nodes):
        changes.setdefault(node, ("symbol", f"node {len(changes)}"))
    try:
        return Normalizer(lambda part: False).is_zero(replace(term, changes))
    except Rejected:
        return False


def _nodes(term: Term) -> Iterator[Term]:
    """Yield the roots, powers, exponentials and logarithms in a term, inner ones first."""
    for child in children(term) if term[0] != "sum" else ():
        yield from _nodes(child)
    is_power = term[0] == "power" and integer_of(term[2]) is None
    if is_power or term[0] in _SPLIT or term == ("constant", "e"):
        yield term


class _Splitting:
    """Writes the equations of the roots, powers, exponentials and logarithms of one identity."""

    def __init__(self, script: Script, place: Place, nodes: list[Term]) -> None:
        self.script, self.place, self.nodes = script, place, nodes
        self.normal = Normalizer(lambda part: is_positive(place.context, part))
        self.forms = {node: self.normal.form(node) for node in nodes}
        self.logarithms = {
            part: self.normal.logarithm(part) for node in nodes for part in _logged(node)
        }
        self.equations: dict[Term, str] = {}
        self.roots: dict[Atom, tuple[str, int]] = {}  # the name of a root, and its degree
        self.powers: dict[object, tuple[str, Fraction]] = {}  # of e: the name, and its exponent
        self.exponents: dict[object, str] = {}  # of them, as they were written when they were named
        self.raised: list[str] = []  # what the powers of roots are
        self.known: list[str] = []  # what e to a logarithm and the like is
        self.positive: dict[Atom, str] = {}  # that e to its logarithm is the atom

    def write(self) -> None:
        """Add the proof that the identity holds."""
        self.name_reals()
        for node in self.nodes:
            self.equation(node)
        for node in sorted(self.equations, key=lambda node: -len(repr(node))):
            self.script.add(f"try rewrite !{self.equations[node]} in *.")
        self.script.add(f"{self.equal()}.")

    def exponent(self, node: Term) -> Form | None:
        """Return the form to which e is raised in a node."""
        if node[0] == "exp":
            return self.normal.form(node[1])
        if node[0] == "constant":
            return {UNIT: Fraction(1)}
        if node[0] == "power":
            return self.normal.product(self.normal.form(node[2]), self.logarithms[node[1]])
        return None

    # --- the positive reals ----------------------------------------------------------------

    def name_reals(self) -> None:
        """Give names to roots of atoms, and to powers of e, of which all others are powers."""
        degrees: dict[Atom, int] = {}
        shares: dict[object, Fraction] = {}
        logged: dict[Atom, None] = {}
        raised = [form for node in self.nodes if (form := self.exponent(node)) is not None]
        exponents = [*self.logarithms.values(), *raised]
        for form in [*self.forms.values(), *exponents]:
            for powers, inner in form:
                for atom, power in powers:
                    degrees[atom] = math.lcm(degrees.get(atom, 1), power.denominator)
                    if atom[0] == "ln":
                        logged[cast(Atom, atom[1])] = None
                for monomial, value in inner:
                    shares[monomial] = _common(shares.get(monomial), abs(value))
        for form in exponents:
            for monomial, value in form.items():
                single = _logarithm_of(monomial)
                if single is None:
                    shares[monomial] = _common(shares.get(monomial), abs(value))
                else:
                    logged[single] = None
                    degrees[single] = math.lcm(degrees.get(single, 1), value.denominator)
        late = [item for item in shares.items() if not self.name_power(*item)]
        for atom in logged:
            self.prove_positive(atom)
        before = {atom: self.atom_text(atom) for atom in logged}
        for atom, degree in degrees.items():
            if degree > 1:
                self.name_root(atom, degree)
        for atom, text in before.items():
            self.rename_positive(atom, text)
        if not all(self.name_power(*item) for item in late):
            raise NotExported("identities with a root in an exponent")

    def name_power(self, monomial: object, share: Fraction) -> bool:
        """Give a name to a power of e, if its exponent can be written by now."""
        try:
            exponent = self.form_text({cast(Monomial, monomial): share})
        except (NotExported, KeyError):
            return False
        name, said, above = (self.script.fresh(stem) for stem in "qEP")
        self.script.add(f"destruct (exponential {exponent}) as ({name} & {said} & {above}).")
        self.powers[monomial], self.exponents[monomial] = (name, share), exponent
        self.known.append(said)
        return True

    def name_root(self, atom: Atom, degree: int) -> None:
        """Give a name to the root of an atom."""
        text = self.atom_text(atom)
        name, said, above, raised = (self.script.fresh(stem) for stem in "rEPD")
        parts = f"({name} & {said} & {above} & {raised})"
        if degree == 2:
            self.script.add(f"destruct (square_root {text}) as {parts}.")
            self.script.add("{ " + self.not_negative(atom) + " }")
        else:
            self.prove_positive(atom)
            self.script.add(f"destruct (root {degree} {text}) as {parts}; [lia | assumption |].")
            self.script.add(f"cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in {said}.")
        self.roots[atom] = (name, degree)
        self.raised.append(raised)
        lemma = f"positive_root {name} {text} {degree - 1}"
        proof = f"apply ({lemma}); [lra | plainly_positive | exact {raised}]"
        self.script.add(f"try (assert (0 < {name}) by ({proof})).")

    def not_negative(self, atom: Atom) -> str:
        """Return a proof that an atom is not negative."""
        tries = ["assumption", "lra", "apply Rlt_le; assumption"]
        term = self.normal.terms.get(atom)
        if atom[0] == "ln":
            tries.append("apply ln_not_negative; first [assumption | lra | nra]")
        elif atom[0] != "sum" and term is not None:
            tries.append(self.enclosing((">=", term)))
        return f"first [{' | '.join([*tries, 'solve [plainly_not_negative]', 'nra'])}]."

    def enclosing(self, claim: Claim) -> str:
        """Return a proof of a claim by an enclosure, if one shows it."""
        if not encloses(self.place.context, claim, 64):
            return "fail"
        used = names(claim[1])
        order = {n: i for i, n in enumerate(n for n in self.place.context.box if n in used)}
        box = sides(self.script, self.place, order)
        enough = f"enough ({claim_text(claim, self.place.names)}) by (open_parts; assumption)"
        return (
            f"({enough}; enclose 94%positive {box} {self.place.environment(order)} "
            f"{data(claim[1], order)} {KINDS[claim[0]]})"
        )

    def prove_positive(self, atom: Atom) -> None:
        """State that an atom is positive, so that e to its logarithm is the atom."""
        if atom in self.positive:
            return
        tries = ["assumption", "lra", "exact PI_RGT_0"]
        term = self.normal.terms.get(atom)
        if term is not None:
            tries.append(self.positive_term(atom, term))
        text, name, said = self.atom_text(atom), self.script.fresh("P"), self.script.fresh("X")
        self.script.add(f"assert ({name} : 0 < {text}).")
        self.script.add(f"{{ first [{' | '.join([*tries, 'positive_parts'])}]. }}")
        self.script.add(f"assert ({said} : exp (ln {text}) = {text}) by (apply exp_ln, {name}).")
        self.known.append(said)
        self.positive[atom] = said

    def rename_positive(self, atom: Atom, before: str) -> None:
        """State of an atom what is known of it, where the roots in it have names since."""
        text = self.atom_text(atom)
        if text != before:
            said = self.script.fresh("X")
            self.script.add(f"assert ({said} : exp (ln {text}) = {text}).")
            same = f"replace {text} with {before} by ({self.equal()})"
            self.script.add(f"{{ {same}. exact {self.positive[atom]}. }}")
            self.known.append(said)

    def positive_term(self, atom: Atom, term: Term) -> str:
        """Return a proof that an atom is positive, from that of the term that it stands for."""
        if atom[0] != "sum":
            return self.enclosing((">", term))
        content, common, _ = self.normal.primitive(self.normal.form(term))
        factor = self.form_text({common: content})
        whole = real(term, self.place.names)
        above = f"first [assumption | lra | {self.enclosing(('>', term))}]"
        lemma = f"positive_of_product {whole} {factor} {self.atom_text(atom)}"
        return f"(apply ({lemma}); [equal | {above} | positive_parts])"

    # --- texts ---------------------------------------------------------------------------

    def atom_text(self, atom: Atom) -> str:
        """Return an atom as a real."""
        kind = atom[0]
        if kind == "number":
            return number_text(Fraction(cast(int, atom[1])))
        if kind in ("symbol", "constant"):
            return real(atom, self.place.names)
        if kind == "ln":
            return f"(ln {self.atom_text(cast(Atom, atom[1]))})"
        if kind == "sum":
            return self.form_text(dict(cast(Any, atom[1])))
        if kind in _OPAQUE:
            return _OPAQUE[str(kind)].format(self.form_text(dict(cast(Any, atom[1]))))
        if kind in EXTREMES:  # in one order, whatever that of the node is
            parts = sorted(self.form_text(dict(part)) for part in cast(Any, atom[1]))
            return reduce(lambda a, b: f"({EXTREMES[str(kind)]} {a} {b})", parts)
        if atom in self.normal.terms:
            return real(self.normal.terms[atom], self.place.names)
        raise NotExported(f"identities with {kind}")

    def form_text(self, form: Form) -> str:
        """Return a form as a real, in the roots and powers of e that have names."""
        summands: list[str] = []
        for (powers, inner), value in sorted(form.items(), key=repr):
            factors: list[str] = []
            for atom, power in sorted(powers, key=repr):
                base, degree = self.roots.get(atom) or (self.atom_text(atom), 1)
                factors.append(_raised(base, power * degree))
            for part, count in sorted(inner, key=repr):
                base, share = self.powers[part]
                factors.append(_raised(base, count / share))
            if value != 1 or not factors:
                factors = [number_text(value), *factors]
            summands.append(reduce(lambda a, b: f"({a} * {b})", factors))
        return _total(summands)

    def multiples(self, form: Form) -> str:
        """Return a form as a sum of integer multiples, of which e is known to each."""
        found: list[str] = []
        for monomial, value in sorted(form.items(), key=repr):
            atom = _logarithm_of(monomial)
            if atom is None:
                share = self.powers[monomial][1]
                unit, count = self.exponents[monomial], value / share
            else:
                degree = self.roots.get(atom, ("", 1))[1]
                unit, count = f"(ln {self.atom_text(atom)})", value * degree
                unit = f"({number_text(Fraction(1, degree))} * {unit})" if degree > 1 else unit
            if count.denominator != 1:
                raise NotExported("identities with a root that has no name")
            found.append(f"(times ({count}) {unit})")
        return _total(found)

    # --- equations -------------------------------------------------------------------------

    def equal(self) -> str:
        """Return the tactic for an identity of rational functions in roots and powers of e."""
        if not self.raised:
            return "first [equal | field; all_nonzero]"
        hints = f"[{' '.join(self.raised)}]"
        return f"first [equal | ring {hints} | field {hints}; all_nonzero]"

    def rewriting(self, node: Term) -> str:
        """Return the tactics that write the parts of a node as they are known by now."""
        return "".join(f" rewrite ?{name}." for name in self.parts(node))

    def parts(self, node: Term) -> list[str]:
        """Return the names of the equations of the parts of a node, outer ones first."""
        found = dict.fromkeys(part for part in _nodes(node) if part in self.equations)
        return [self.equations[part] for part in reversed(found)]

    def splitting(self, form: Form, lemma: str, rewriting: str) -> None:
        """Split e to a form into powers of what has a name, by a lemma about its place."""
        unfolded = f"unfold times; {self.equal()}"
        self.script.add(f"apply ({lemma} {self.multiples(form)}); [{unfolded} |].{rewriting}")
        known = " ".join(f"rewrite ?{name}." for name in self.known)
        self.script.add(f"split_exponentials. known_roots. {known} {self.equal()}.")

    def equation(self, node: Term) -> None:
        """Add what a node is equal to."""
        text, form = real(node, self.place.names), self.form_text(self.forms[node])
        if text == form:
            return
        name = self.script.fresh("E")
        self.script.add(f"assert ({name} : {text} = {form}).")
        self.script.block(partial(self.proof, node))
        self.equations[node] = name

    def proof(self, node: Term) -> None:
        """Add the proof of the equation of a node."""
        said = [self.logarithm(part) for part in _logged(node)]
        rewriting = "".join(f" rewrite ?{name}." for name in said if name)
        exponent = self.exponent(node)
        if node[0] == "sqrt":
            self.script.add(f"apply root_is.{self.rewriting(node)}")
            self.script.add(f"nonnegative_product. {self.rewriting(node)} {self.equal()}.")
            return
        if node[0] in _OPAQUE:
            self.script.add(f"same_argument.{self.rewriting(node)} {self.equal()}.")
            return
        if node[0] in EXTREMES:
            rewriting = "".join(f"rewrite ?{name}; " for name in self.parts(node))
            self.script.add(f"same_extremes ({rewriting}{self.equal()}).")
            return
        if node[0] == "power":
            self.script.add("rewrite power_is by positive_base. unfold Rpower.")
        self.script.add(f"idtac.{rewriting}{self.rewriting(node)}")
        if exponent is None:
            self.script.add(f"{self.equal()}.")
        else:
            self.splitting(exponent, "exponential_via", "")

    def logarithm(self, argument: Term) -> str:
        """Add what a logarithm is, if it is written otherwise: e to that is the argument."""
        text, form = f"(ln {real(argument, self.place.names)})", self.logarithms[argument]
        if text == self.form_text(form):
            return ""
        name = self.script.fresh("E")
        self.script.add(f"assert ({name} : {text} = {self.form_text(form)}).")
        self.script.add("{")
        self.script.depth += 1
        self.splitting(form, "logarithm_via", self.rewriting(argument))
        self.script.depth -= 1
        self.script.add("}")
        return name


def _logged(node: Term) -> tuple[Term, ...]:
    """Return the parts of a node whose logarithms it is made of."""
    return (node[1],) if node[0] in ("ln", "power") else ()


def _total(summands: list[str]) -> str:
    return reduce(lambda a, b: f"({a} + {b})", summands) if summands else "0"


def _logarithm_of(monomial: Monomial) -> Atom | None:
    """Return the atom of which a monomial is the logarithm, or None."""
    powers, inner = monomial
    items = list(powers)
    if not inner and len(items) == 1 and items[0][1] == 1 and items[0][0][0] == "ln":
        return cast(Atom, items[0][0][1])
    return None


def _common(first: Fraction | None, second: Fraction) -> Fraction:
    """Return the greatest number of which both are integer multiples."""
    if first is None:
        return second
    bottom = math.lcm(first.denominator, second.denominator)
    return Fraction(math.gcd(int(first * bottom), int(second * bottom)), bottom)


def _raised(base: str, power: Power) -> str:
    if power.denominator != 1:
        raise NotExported("identities with a root that has no name")
    if power == 1:
        return base
    return f"({base} ^ {power})" if power > 0 else f"(/ ({base} ^ {-power}))"
