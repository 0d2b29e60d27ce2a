"""Each scheme on exact finite laws: what the checker accepts holds, what it refuses may fail."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from boundcalc.checker.goals import Context, Range
from boundcalc.checker.probability.derivations import apply_scheme
from boundcalc.checker.probability.model import Model, Quantity
from boundcalc.checker.probability.space import ANY_INTEGER, read_space
from boundcalc.checker.probability.terms import put
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import Rejected, limited_work, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, dependent, joined, random_law

INF = float("inf")
LINE = Range(-INF, INF, False, False)
UNIT = {"low": "0", "high": "1", "low_closed": True, "high_closed": True}
GRID = [Fraction(k, 2) for k in range(3)]
X, Y, Z = (("random", name) for name in "XYZ")


def chance(variable, at=Fraction(1, 2)):
    return ("indicator", (">=", ("add", variable, ("negate", number(at)))))


TWO = number(2)
TERMS = [
    lambda v: v,
    lambda v: ("power", v, number(2)),
    chance,
    lambda v: ("add", number(1), ("negate", v)),
    lambda v: ("max", v, number(Fraction(1, 2))),
    lambda v: ("indicator", ("not", ("=", ("add", v, ("negate", number(1)))))),
]


def space(*blocks, heads="XYZ", **more):
    listed = {name: {"values": UNIT} for name in heads}
    return read_space({"heads": listed, "statements": [list(blocks)] if blocks else [], **more})


def block(*heads, each=False, law=None):
    return {"heads": list(heads), "each": each, "law": law}


def accepted(scheme, hypotheses, quantities, step, names=()):
    """The fact of an instance, or None where the checker refuses it."""
    box = dict.fromkeys(quantities, LINE) | dict.fromkeys(names, ANY_INTEGER)
    model = Model(hypotheses, {k: Quantity(*v) for k, v in quantities.items()}, check_proof)
    try:
        with limited_work():
            return apply_scheme(model, Context(box), {"scheme": scheme, **step}, 0)
    except (Rejected, KeyError, TypeError):
        return None


def holds(fact, setting, quantities):
    """Whether a fact holds between the numbers of a setting."""
    numbers = dict(setting.numbers)
    for name, (term, *given) in quantities.items():
        if given:
            value = replace(setting, numbers=numbers).given(term, given[0])
            if value is None:
                return None
        else:
            try:
                value = replace(setting, numbers=numbers).mean(term)
            except KeyError:  # it depends on the index of a sum
                continue
        numbers[name] = value
    kind, term = fact
    value = replace(setting, numbers=numbers).value(term, World(Fraction(1), {}), {})
    return {">=": value >= 0, ">": value > 0, "=": value == 0}[kind]


def independent_setting(random, alike=False):
    first = random_law(random, GRID)
    laws = {(name,): first if alike else random_law(random, GRID) for name in "XYZ"}
    return Setting(tuple(joined(laws)), {})


def any_setting(random):
    return Setting(dependent(random, [("X",), ("Y",), ("Z",)], GRID), {})


# --- instances: each yields (accepted fact, quantities, a setting with the hypotheses) ------------


def positive(random):
    f, g = random.choice(TERMS)(X), random.choice(TERMS)(Y)
    a, b = (Fraction(random.randint(-2, 2)) for _ in range(2))
    quantities = {"p": (("multiply", f, g),), "q": (f,), "r": (g,)}
    kind = random.choice((">=", ">="))
    shrunk = ("multiply", number(a), quantities["p"][0])
    total = ("add", number(b), shrunk, ("multiply", number(-1), f))
    tree = pointwise_proof(space(), Context(dict.fromkeys(quantities, LINE)), (kind, total))
    step = {
        "kind": kind,
        "constant": to_json(number(b)),
        "terms": [["p", to_json(number(a))], ["q", to_json(number(-1))]],
        "proof": tree,
    }
    return accepted("positive", space(), quantities, step), quantities, any_setting(random)


def product_law(random, declared=True):
    f = random.choice(TERMS)(X)
    g = ("multiply", random.choice(TERMS)(Y), random.choice(TERMS)(Z))
    quantities = {"f": (f,), "g": (g,), "h": (("multiply", f, g),)}
    blocks = (block("X"), block("Y", "Z")) if declared else (block("X", "Y", "Z"),)
    step = {"first": "f", "second": "g", "both": "h", "statement": 0}
    worlds = joined({("X",): random_law(random, GRID)})
    pairs = dependent(random, [("Y",), ("Z",)], GRID)
    together = tuple(
        World(one.chance * two.chance, {**one.values, **two.values})
        for one in worlds
        for two in pairs
    )
    setting = Setting(together, {}) if declared else any_setting(random)
    return accepted("product", space(*blocks), quantities, step), quantities, setting


def exchange(random, declared=True):
    f = ("multiply", random.choice(TERMS)(X), random.choice(TERMS)(Y))
    f = ("add", f, random.choice(TERMS)(X))
    swap = {X: Y, Y: X} if random.random() < 0.5 else {X: Y, Y: Z}
    quantities = {"f": (f,), "g": (put(f, swap),)}
    law = "D" if declared else None
    blocks = [block(name, law=law) for name in "XYZ"]
    step = {
        "first": "f",
        "second": "g",
        "statement": 0,
        "renaming": [[to_json(old), to_json(new)] for old, new in swap.items()],
    }
    setting = independent_setting(random, alike=declared)
    return accepted("exchange", space(*blocks), quantities, step), quantities, setting


def conditional(random, possible=True):
    event = chance(Y)[1]
    f = random.choice(TERMS)(X)
    indicator = ("indicator", event)
    quantities = {"a": (indicator,), "j": (("multiply", f, indicator),), "c": (f, event)}
    box = dict.fromkeys(quantities, LINE)
    fact = (">", ("symbol", "a"))
    context = Context(box, (fact,) if possible else ())
    model = Model(space(), {k: Quantity(*v) for k, v in quantities.items()}, check_proof)
    step = {"scheme": "conditional", "conditional": "c", "event": "a", "joint": "j"}
    step["possible"] = {"rule": "fact", "fact": 0}
    try:
        found = apply_scheme(model, context, step, 0)
    except Rejected:
        found = None
    return found, quantities, any_setting(random)


def finite_law(random, right=True):
    p = Fraction(random.randint(0, 4), 4)
    f = random.choice(TERMS)(X)
    listed = [[to_json(number(v)), to_json(number(q))] for v, q in ((1, p), (0, 1 - p))]
    hypotheses = read_space({"heads": {"X": {"values": UNIT, "law": listed}}, "statements": []})
    total = ("add", ("add", number(0), number(p), number(1 - p)), ("negate", number(1)))
    step = {"term": "f", "whole": plain_proof((Context({"f": LINE}), ("=", total)))}
    quantities = {"f": (f,)}
    chances = {Fraction(1): p, Fraction(0): 1 - p}
    if not right:
        chances = {Fraction(1): 1 - p, Fraction(0): p}
    worlds = tuple(joined({("X",): {v: q for v, q in chances.items() if q}}))
    return accepted("law", hypotheses, quantities, step), quantities, Setting(worlds, {})


def values_of_law(random, declared=True):
    """E f(X, Y) by the values of X, where X and Y are declared independent, or equal."""
    p = Fraction(random.randint(0, 4), 4)
    listed = [[to_json(number(v)), to_json(number(q))] for v, q in ((1, p), (0, 1 - p))]
    heads = {"X": {"values": UNIT, "law": listed}, "Y": {"values": UNIT}, "Z": {"values": UNIT}}
    apart = [block("X"), block("Y", "Z")] if declared else [block("X", "Y", "Z")]
    hypotheses = read_space({"heads": heads, "statements": [apart]})
    gap = ("add", X, random.choice(TERMS[:2])(Y), ("negate", random.choice(TERMS)(Z)))
    kinds = [("indicator", (">=", gap)), ("indicator", ("=", gap)), ("power", gap, TWO)]
    f = random.choice(kinds) if declared else ("multiply", X, Y)
    one, zero = (put(f, {X: number(v)}) for v in (1, 0))
    quantities = {"f": (f,), "one": (one,), "zero": (zero,)}
    total = ("add", ("add", number(0), number(p), number(1 - p)), ("negate", number(1)))
    whole = plain_proof((Context(dict.fromkeys(quantities, LINE)), ("=", total)))
    step = {"term": "f", "value": to_json(X), "parts": ["one", "zero"], "statement": 0}
    pairs = dependent(random, [("Y",), ("Z",)], GRID)
    worlds = [
        World(q * pair.chance, {**pair.values, ("X",): v})
        for v, q in ((Fraction(1), p), (Fraction(0), 1 - p))
        for pair in pairs
    ]
    if not declared:
        quantities["p"] = (X,)
        ends = ((Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1, 2)))
        worlds = [World(q, {("X",): v, ("Y",): v, ("Z",): v}) for v, q in ends]
    found = accepted("law", hypotheses, quantities, {**step, "whole": whole})
    return found, quantities, Setting(tuple(worlds), {})


# --- families: X_1, X_2, X_3, one index at a time -----------------------------------------------

FAMILY = ("random", "X", ("symbol", "i"))
ENDS = (number(1), number(3))


def family_space(each=True, law="D"):
    heads = {"X": {"values": UNIT, "arity": 1}}
    return read_space({"heads": heads, "statements": [[block("X", each=each, law=law)]]})


def family_setting(random, alike=True):
    first = random_law(random, GRID)
    laws = {("X", k): first if alike else random_law(random, GRID) for k in (1, 2, 3)}
    return Setting(tuple(joined(laws)), {})


def first_is_mean(body, quantities, hypotheses):
    """The derivation of E f(X_i) = E f(X_1)."""
    renaming = [[to_json(FAMILY), to_json(("random", "X", number(1)))]]
    step = {"scheme": "exchange", "first": "f", "second": "o", "statement": 0}
    step["renaming"] = renaming
    return step


def over_index(random, scheme, declared=True, change=None):
    make = random.choice(TERMS)
    body, first = make(FAMILY), make(("random", "X", number(1)))
    kind = "sum" if scheme == "sum" else "product"
    quantities = {"o": (first,), "f": (body,), "s": ((kind, "i", *ENDS, body),)}
    hypotheses = family_space(each=declared or scheme == "sum", law="D" if declared else None)
    inner = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER})
    common = {"index": "i", "low": to_json(ENDS[0]), "high": to_json(ENDS[1]), "size": "auto"}
    exchange_step = first_is_mean(body, quantities, hypotheses)
    if scheme == "sum":
        claim = ("=", ("add", ("negate", ("symbol", "o")),
                       ("multiply", number(1), ("symbol", "f"))))  # fmt: skip
        constant = ("negate", ("symbol", "o"))
        step = {**common, "kind": "=", "terms": [["s", "f", to_json(number(1))]]}
        step["constant"] = to_json(constant)
    else:
        claim = ("=", ("add", ("symbol", "o"), ("negate", ("symbol", "f"))))
        step = {**common, "kind": "=", "product": "s", "member": "f", "statement": 0}
        step |= {"bound": to_json(("symbol", "o")), "bound_positive": {"rule": "fact", "fact": 0}}
    facts = ((">", ("symbol", "o")),) if scheme == "power" else ()
    extra = (
        (">=", ("add", ("symbol", "i"), ("negate", ENDS[0]))),
        (">=", ("add", ENDS[1], ("negate", ("symbol", "i")))),
        ("=", ("add", ("symbol", "f"), ("negate", ("symbol", "o")))),
    )
    proof = plain_proof((Context(inner.box, (*facts, *extra)), claim))
    step["derivation"] = {"instances": [exchange_step], "proof": proof}
    if change is not None:
        change(step, quantities)
    model = Model(hypotheses, {k: Quantity(*v) for k, v in quantities.items()}, check_proof)
    try:
        context = Context(inner.box, facts)
        found = apply_scheme(model, context, {"scheme": scheme, **step}, 0)
    except (Rejected, KeyError, TypeError):
        found = None
    setting = family_setting(random, alike=declared)
    if scheme == "power" and setting.mean(first) == 0:
        found = None
    return found, quantities, setting


def selection(random, right=True):
    whole = {"low": "1", "high": "3", "low_closed": True, "high_closed": True, "integer": True}
    heads = {"X": {"values": UNIT}, "T": {"values": whole}}
    hypotheses = read_space({"heads": heads, "statements": []})
    chosen = ("indicator", ("=", ("add", ("random", "T"), ("negate", ("symbol", "i")))))
    h = random.choice(TERMS)(X)
    ends = ENDS if right else (number(1), number(2))
    quantities = {"h": (h,), "s": (("sum", "i", *ends, ("multiply", chosen, h)),)}
    law = random_law(random, list(product(GRID, (1, 2, 3))))
    worlds = tuple(World(p, {("X",): x, ("T",): Fraction(t)}) for (x, t), p in law.items())
    step = {"sum": "s", "term": "h"}
    return accepted("selection", hypotheses, quantities, step), quantities, Setting(worlds, {})


HALVES = [TERMS[0], TERMS[2], TERMS[3], TERMS[4]]  # multiples of 1/2 where X is one


def exponential(random, change=None):
    """The settings have 4^u for e^u, which is exact, and multiplies where u is added."""
    body, factor = random.choice(HALVES)(FAMILY), number(random.randint(1, 2))
    inner = ("sum", "i", *ENDS, body)
    first = ("exp", ("multiply", factor, inner))
    second = ("product", "i", *ENDS, ("exp", ("multiply", factor, body)))
    if change is not None:
        first, second = change(first, second, inner, body)
    quantities = {"f": (first,), "g": (second,)}
    step = {"first": "f", "second": "g"}
    found = accepted("exponential", family_space(), quantities, step)
    return found, quantities, family_setting(random, alike=False)


# --- a private algorithm on two records with values 0 and 1 --------------------------------------


def run(component="out", replaced=None):
    return ("run", "M", component, replaced)


RECORD, FRESH = ("random", "x", number(1)), ("random", "z")
SWAPPED = ((number(1),), FRESH)


def algorithm_space(delta=Fraction(0), coins=True, fresh_law="D"):
    heads = {"x": {"values": UNIT, "arity": 1}, "z": {"values": UNIT}, "W": {"values": UNIT}}
    blocks = [block("x", each=True, law="D"), block("z", law=fresh_law)]
    if coins:
        blocks.append(block("W"))
    return read_space(
        {
            "heads": heads,
            "functions": {"M.out": {"values": UNIT}, "M.q()": {"values": UNIT}},
            "statements": [blocks],
            "algorithms": {
                "M": {
                    "input": "x",
                    "epsilon": ["ln", ["number", "3"]],
                    "delta": to_json(number(delta)),
                    "statement": 0,
                }
            },
        }
    )


def algorithm_setting(random, private=True, alike=True):
    """Randomized response of the sum of the records, with the ratio 3, or the sum itself."""
    law = random_law(random, [Fraction(0), Fraction(1)])
    other = law if alike else random_law(random, [Fraction(0), Fraction(1)])
    laws = {("x", 1): law, ("x", 2): law, ("z",): other, ("W",): random_law(random, GRID)}
    worlds = []
    for world in joined(laws):
        for truth, p in ((True, Fraction(3, 4)), (False, Fraction(1, 4))):
            if private or truth:
                chance_here = world.chance * (p if private else 1)
                worlds.append(World(chance_here, world.values, truth))

    def runs(component, data, truth):
        bit = int(sum(value for _, value in data)) % 2
        found = bit if truth else 1 - bit
        return Fraction(found) if component == "out" else f"q{found}"

    def functions(name, argument):
        return argument if name == "q1" else (1 + argument) / 3

    return Setting(tuple(worlds), {}, runs, functions, {"D": law}, "x")


def bodies(random, replaced):
    out = run(replaced=replaced)
    applied = ("apply", run("q", replaced), RECORD)
    return random.choice(
        [
            ("multiply", out, applied),
            applied,
            ("multiply", chance(("random", "W")), out),
            ("multiply", RECORD, out),
            ("max", out, ("random", "W")),
        ]
    )


def privacy(random, declared=True):
    seed = random.randint(0, 10**6)
    f, g = (bodies(Random(seed), replaced) for replaced in (None, SWAPPED))
    if not declared:  # W is not among what the coins are independent of
        f, g = (("multiply", chance(("random", "W")), body) for body in (f, g))
    quantities = {"f": (f,), "g": (g,)}
    hypotheses = algorithm_space(coins=declared)
    box = Context(dict.fromkeys(quantities, LINE))
    upper = (">=", ("add", number(1), ("negate", f)))
    step = {"algorithm": "M", "first": "f", "second": "g"}
    step["least"] = pointwise_proof(hypotheses, box, (">=", f))
    step["most"] = pointwise_proof(hypotheses, box, upper)
    found = accepted("privacy", hypotheses, quantities, step)
    if found is not None:  # e^(ln 3) as a number
        found = (found[0], _without_exponential(found[1]))
    return found, quantities, algorithm_setting(random, private=declared)


def _without_exponential(term):
    if term == ("exp", ("ln", number(3))):
        return number(3)
    if term[0] in ("number", "symbol"):
        return term
    return (term[0], *(_without_exponential(part) for part in term[1:]))


def swap(random, declared=True):
    seed = random.randint(0, 10**6)
    replaced = SWAPPED if declared or random.random() < 0.7 else None
    f = bodies(Random(seed), replaced)
    moved = _swapped(f)
    quantities = {"f": (f,), "g": (moved,)}
    step = {"algorithm": "M", "first": "f", "second": "g"}
    step |= {"record": to_json(RECORD), "fresh": to_json(FRESH)}
    hypotheses = algorithm_space(fresh_law="D" if declared else None)
    found = accepted("swap", hypotheses, quantities, step)
    return found, quantities, algorithm_setting(random, alike=declared)


def _swapped(term):
    if term in (RECORD, FRESH):
        return FRESH if term == RECORD else RECORD
    if term[0] == "run":
        return (*term[:3], SWAPPED if term[3] is None else None)
    if term[0] in ("number", "symbol", "random"):
        return term
    return (term[0], *(_swapped(part) if isinstance(part, tuple) else part for part in term[1:]))


def fresh(random, declared=True):
    g = random.choice([run(), ("random", "W"), chance(("random", "x", number(2)))])
    argument = FRESH if declared else RECORD
    f = ("multiply", g, ("apply", run("q"), argument))
    m = ("multiply", g, ("average", "D", run("q")))
    quantities = {"f": (f,), "g": (m,)}
    step = {"first": "f", "second": "g", "statement": 0}
    found = accepted("fresh", algorithm_space(), quantities, step)
    return found, quantities, algorithm_setting(random)


RIGHT: dict[str, Callable] = {
    "positive": positive,
    "product": product_law,
    "exchange": exchange,
    "conditional": conditional,
    "law": finite_law,
    "law at values": values_of_law,
    "sum": lambda random: over_index(random, "sum"),
    "power": lambda random: over_index(random, "power"),
    "exponential": exponential,
    "selection": selection,
    "privacy": privacy,
    "swap": swap,
    "fresh": fresh,
}
WRONG: dict[str, Callable] = {
    "product": lambda random: product_law(random, declared=False),
    "exchange": lambda random: exchange(random, declared=False),
    "conditional": lambda random: conditional(random, possible=False),
    "law at values": lambda random: values_of_law(random, declared=False),
    "sum": lambda random: over_index(random, "sum", declared=False),
    "power": lambda random: over_index(random, "power", declared=False),
    "selection": lambda random: selection(random, right=False),
    "privacy": lambda random: privacy(random, declared=False),
    "swap": lambda random: swap(random, declared=False),
    "fresh": lambda random: fresh(random, declared=False),
}


GAPS = {
    "product": ("add", ("symbol", "h"), ("negate", ("multiply", ("symbol", "f"), ("symbol", "g")))),
    "exchange": ("add", ("symbol", "f"), ("negate", ("symbol", "g"))),
    "law at values": (
        "add",
        ("symbol", "f"),
        ("negate", ("multiply", ("symbol", "p"), ("symbol", "one"))),
    ),
    "swap": ("add", ("symbol", "f"), ("negate", ("symbol", "g"))),
    "fresh": ("add", ("symbol", "f"), ("negate", ("symbol", "g"))),
    "selection": ("add", ("symbol", "s"), ("negate", ("symbol", "h"))),
}


def check_instances(name, count):
    random, found = Random(name), 0
    for _ in range(count):
        fact, quantities, setting = RIGHT[name](random)
        if fact is None:
            continue
        assert holds(fact, setting, quantities) in (True, None), (name, quantities, fact)
        found += 1
    assert found >= count // 5, f"{name}: only {found} instances were accepted"


@pytest.mark.few(4)
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_what_a_scheme_gives_holds_for_exact_laws(name):
    check_instances(name, 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_what_a_scheme_gives_holds_for_thousands_of_exact_laws(name):
    check_instances(name, 2000)


@pytest.mark.parametrize("name", sorted(WRONG))
def test_an_instance_without_its_side_condition_is_refused(name):
    random = Random(name)
    for _ in range(30):
        fact, _, _ = WRONG[name](random)
        assert fact is None


@pytest.mark.few(3)
@pytest.mark.parametrize("name", sorted(GAPS))
def test_what_an_instance_without_its_side_condition_would_say_fails_for_some_law(name):
    random, failures = Random(name), 0
    for _ in range(60):
        _, quantities, setting = WRONG[name](random)
        failures += not holds(("=", GAPS[name]), setting, quantities)
    assert failures


def test_a_wrong_law_is_noticed_by_the_test_itself():
    random, failures = Random(5), 0
    for _ in range(40):
        fact, quantities, setting = finite_law(random, right=False)
        failures += not holds(fact, setting, quantities)
    assert failures
