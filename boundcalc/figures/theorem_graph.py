"""The graph of the theorems as SVG: guarantees as boxes in layers, theorems as arrows.

An arrow is drawn for all theorems that lead from a kind of premise to a kind of conclusion. Where
it arrives it carries the name of one of them, and how many there are besides; its colour says what
the most trusted of them rest on. A layer holds the kinds of guarantee that are as many steps from
what is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from xml.sax.saxutils import escape

from boundcalc.language.guarantees import Guarantee
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Status, Theorem

_COLOURS = {
    "published, as printed": "#0072b2",
    "published, corrected here": "#946200",
    "sharpened here": "#009e73",
    "doubtful as printed": "#d55e00",
}
_NAMES = {"Gaussian": "Gaussian", "Laplace": "Laplace", "TV": "TV"}
_JOINED = (("p value", "p-value"), ("max information", "max-information"), (" nats", " in nats"))
_WIDTH, _HEIGHT, _GAP_Y, _MARGIN = 180, 56, 24, 24
_FONT, _LINE = 17, 20  # of the names in boxes
_LONGEST = 18  # letters of a line in a box, but for a longer word
_LETTER, _MOST_LETTERS = 9, 19  # of the name of an arrow: pixels of a letter, and how many a line
_IN, _OUT = 21, 8  # pixels that an arrow takes of a side of a box: one that arrives, with its name
_BELOW = 18  # more of them, for each line below
_BENDS = 44  # pixels between two columns in which arrows bend, beside their names
_FEW = 2  # boxes at the end that are drawn in the column before theirs
_SWEEPS = 4  # over the columns, to lay boxes beside those that they have arrows with


@dataclass(frozen=True, slots=True)
class Arrow:
    """A theorem from one kind of guarantee to another."""

    start: str
    end: str
    theorem: Theorem

    @property
    def rests_on(self) -> str:
        """What the theorem rests on, which is a line of the legend."""
        if self.theorem.is_doubtful:
            return "doubtful as printed"
        return {
            Status.AS_PRINTED: "published, as printed",
            Status.CORRECTED: "published, corrected here",
            Status.SHARPENED: "sharpened here",
        }[self.theorem.status]


def theorem_arrows(theorems: tuple[Theorem, ...], *, only_steps: bool = False) -> tuple[Arrow, ...]:
    """Return the arrows of all theorems with premises, or of those that are steps of routes."""
    return tuple(
        Arrow(type(premise).__name__, type(theorem.conclusion).__name__, theorem)
        for theorem in theorems
        if theorem.link or not only_steps
        for premise in theorem.premises
        if type(premise) is not type(theorem.conclusion)
    )


@dataclass(frozen=True, slots=True)
class Bundle:
    """All theorems from one kind of guarantee to another."""

    start: str
    end: str
    theorems: tuple[Theorem, ...]
    rests_on: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The name of one of the theorems, that of a step of routes where it has one, in lines.

        Behind it stands how many others there are.
        """
        names = [theorem.link for theorem in self.theorems if theorem.link]
        more = f" +{len(self.theorems) - 1}" if self.theorems[1:] else ""
        name = names[0] if names else self.theorems[0].title
        *before, last = wrap(name, _MOST_LETTERS, break_on_hyphens=False, break_long_words=False)
        return (*before, f"{last}{more}")

    @property
    def length(self) -> int:
        """How many pixels its longest line takes."""
        return _LETTER * max(map(len, self.lines))

    @property
    def room(self) -> int:
        """How many pixels of the side of a box it takes where it arrives."""
        return _IN + _BELOW * (len(self.lines) - 1)


def bundled(arrows: tuple[Arrow, ...]) -> tuple[Bundle, ...]:
    """Return the arrows between the same two kinds as one, which rests on what its best does."""
    groups: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in arrows:
        groups.setdefault((arrow.start, arrow.end), []).append(arrow)
    order = list(_COLOURS)
    return tuple(
        Bundle(
            *ends,
            tuple(arrow.theorem for arrow in group),
            min((arrow.rests_on for arrow in group), key=order.index),
        )
        for ends, group in groups.items()
    )


def kind_words(kind: str) -> str:
    """Return the name of a kind of guarantee in words.

    Examples
    --------
    >>> kind_words("PValueCorrection"), kind_words("MutualInformationNats")
    ('p-value correction', 'mutual information in nats')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", kind).split()
    name = " ".join(_NAMES.get(word, word.lower()) for word in words)
    for apart, joined in _JOINED:
        name = name.replace(apart, joined)
    return name


def graph_svg(theorems: tuple[Theorem, ...], *, only_steps: bool = False) -> str:
    """Return the graph of the theorems as a document of SVG, with a legend.

    With `only_steps` only theorems that routes go through are drawn.
    """
    arrows = theorem_arrows(theorems, only_steps=only_steps)
    built = _built(theorems)
    bundles = bundled(arrows)
    plan = _planned(_untangled(_layers(arrows, built), arrows), bundles)
    places = plan.boxes
    width, bottom = plan.width, plan.bottom
    height = bottom + 22 * len(_COLOURS) + 2 * _MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="{_FONT}">',
            "<title>Theorems from one kind of guarantee to another</title>",
            # black text is to be read on a dark page, too
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _markers(),
            *_curves(bundles, plan),
            *(_box(kind, *place, is_built=kind in built) for kind, place in places.items()),
            *_names(bundles, plan),
            *_legend(bottom),
            "</svg>",
        ]
    )


def _built(theorems: tuple[Theorem, ...]) -> frozenset[str]:
    """Return the kinds that say how answers are made."""
    premises: list[Guarantee] = [item for theorem in theorems for item in theorem.premises]
    return frozenset(type(item).__name__ for item in premises if isinstance(item, Mechanism))


def _layers(arrows: tuple[Arrow, ...], built: frozenset[str]) -> list[list[str]]:
    """Return the kinds by their distance from what is built or from what has no premise."""
    kinds = dict.fromkeys(kind for arrow in arrows for kind in (arrow.start, arrow.end))
    ends = {arrow.end for arrow in arrows}
    depth = {kind: 0 for kind in kinds if kind in built or kind not in ends}
    if not depth:
        depth = dict.fromkeys(list(kinds)[:1], 0)
    frontier = list(depth)
    while frontier:
        reached = []
        for arrow in arrows:
            if arrow.start in frontier and arrow.end not in depth:
                depth[arrow.end] = depth[arrow.start] + 1
                reached.append(arrow.end)
        frontier = list(dict.fromkeys(reached))
    last = max(depth.values(), default=0) + 1
    found: list[list[str]] = [[] for _ in range(last + 1)]
    for kind in kinds:
        found[depth.get(kind, last)].append(kind)
    layers = [layer for layer in found if layer]
    if len(layers) > 2 and len(layers[-1]) <= _FEW:  # no column of its own
        layers[-2:] = [layers[-2] + layers[-1]]
    return layers


def _untangled(layers: list[list[str]], arrows: tuple[Arrow, ...]) -> list[list[str]]:
    """Return the layers with their boxes in an order in which fewer arrows cross.

    Each box moves to the mean height of its neighbours in the other layers.
    """
    beside: dict[str, list[str]] = {}
    column = {kind: place for place, layer in enumerate(layers) for kind in layer}
    for arrow in arrows:
        if column[arrow.start] != column[arrow.end]:
            beside.setdefault(arrow.start, []).append(arrow.end)
            beside.setdefault(arrow.end, []).append(arrow.start)
    found = [list(layer) for layer in layers]
    for _ in range(_SWEEPS):
        for layer in found:
            height = {kind: row for other in found for row, kind in enumerate(other)}

            def mean(kind: str, height: dict[str, int] = height) -> Fraction:
                near = [height[other] for other in beside.get(kind, [kind])]
                return Fraction(sum(near), len(near))

            layer.sort(key=mean)
    return found


def _markers() -> str:
    marks = "".join(
        f'<marker id="m{number}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
        for number, colour in enumerate(_COLOURS.values())
    )
    return f"<defs>{marks}</defs>"


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where everything stands: boxes as (x, y, height), and both ends of each arrow.

    An end is (x, y, side): -1 is the left side of its box, 1 the right one.
    """

    boxes: dict[str, tuple[int, int, int]]
    ends: dict[tuple[Bundle, bool], tuple[int, int, int]]
    width: int
    bottom: int


def _sides(bundle: Bundle, column: dict[str, int]) -> tuple[int, int]:
    """Return the sides at which an arrow leaves and arrives; within a column it is the right."""
    start, end = column[bundle.start], column[bundle.end]
    return (-1 if end < start else 1), (-1 if start < end else 1)


def _planned(layers: list[list[str]], bundles: tuple[Bundle, ...]) -> _Plan:
    """Lay out boxes that have room for all their arrows, and gaps with room for their names."""
    column = {kind: place for place, layer in enumerate(layers) for kind in layer}
    row = {kind: place for layer in layers for place, kind in enumerate(layer)}
    ports: dict[tuple[str, int], list[tuple[Bundle, bool]]] = {}
    lengths: dict[tuple[int, int], int] = {}
    for bundle in bundles:
        leaves, arrives = _sides(bundle, column)
        ports.setdefault((bundle.start, leaves), []).append((bundle, False))
        ports.setdefault((bundle.end, arrives), []).append((bundle, True))
        gap = (column[bundle.end], arrives)
        lengths[gap] = max(lengths.get(gap, 0), bundle.length)

    def used(kind: str, side: int) -> int:
        found = ports.get((kind, side), ())
        return sum(bundle.room if is_end else _OUT for bundle, is_end in found)

    boxes, x, bottom = {}, _MARGIN, _MARGIN
    for number, layer in enumerate(layers):
        x += lengths.get((number, -1), 0)
        y = _MARGIN
        for kind in layer:
            height = max(_HEIGHT, _OUT + used(kind, -1), _OUT + used(kind, 1))
            boxes[kind] = (x, y, height)
            y += height + _GAP_Y
        bottom = max(bottom, y)
        x += _WIDTH + lengths.get((number, 1), 0) + _BENDS
    ends = {}
    for (kind, side), found in ports.items():
        x_side, top, height = boxes[kind]
        port = top + (height - used(kind, side)) // 2
        for bundle, is_end in sorted(
            found, key=lambda item: (row[item[0].start if item[1] else item[0].end], item[1])
        ):
            y = port + (_IN if is_end else _OUT) // 2
            ends[bundle, is_end] = (x_side + (_WIDTH if side > 0 else 0), y, side)
            port += bundle.room if is_end else _OUT
    return _Plan(boxes, ends, x - _BENDS + _MARGIN, bottom)


def _curves(bundles: tuple[Bundle, ...], plan: _Plan) -> Iterator[str]:
    """Yield the arrows: a bend, and a straight line to the box, on which a name stands."""
    for bundle in bundles:
        number = list(_COLOURS).index(bundle.rests_on)
        colour = _COLOURS[bundle.rests_on]
        (x1, y1, leaves), (x2, y2, arrives) = plan.ends[bundle, False], plan.ends[bundle, True]
        turn = x2 + arrives * bundle.length
        bend = _BENDS // 2 if leaves != arrives else _BENDS // 2 + abs(turn - x1) // 4
        label = escape("; ".join(theorem.title for theorem in bundle.theorems))
        yield (
            f'<path d="M{x1} {y1}C{x1 + leaves * bend} {y1} {turn + arrives * bend} {y2} '
            f'{turn} {y2}H{x2}" fill="none" stroke="{colour}" stroke-width="1.4" '
            f'marker-end="url(#m{number})"><title>{label}</title></path>'
        )


def _names(bundles: tuple[Bundle, ...], plan: _Plan) -> Iterator[str]:
    """Yield the names of the arrows, each on the end of its own: a line above it, others below."""
    for bundle in bundles:
        x, y, side = plan.ends[bundle, True]
        anchor = "end" if side < 0 else "start"
        for number, line in enumerate(bundle.lines):
            yield (
                f'<text x="{x + side * 9}" y="{y - 3 + _BELOW * number}" text-anchor="{anchor}" '
                f'stroke="#ffffff" stroke-width="3" paint-order="stroke" '
                f'fill="{_COLOURS[bundle.rests_on]}">{escape(line)}</text>'
            )


def _box(kind: str, x: int, y: int, height: int, *, is_built: bool) -> str:
    fill = "#eeeeee" if is_built else "#ffffff"
    lines = wrap(kind_words(kind), _LONGEST, break_on_hyphens=False, break_long_words=False)
    first = y + (height - _LINE * len(lines)) // 2 + 15
    names = "".join(
        f'<text x="{x + _WIDTH // 2}" y="{first + _LINE * place}" '
        f'text-anchor="middle">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{height}" rx="5" fill="{fill}" '
        f'stroke="#333333"/>{names}'
    )


def _legend(top: int) -> list[str]:
    lines = []
    for number, (name, colour) in enumerate(_COLOURS.items()):
        y = top + _MARGIN + 22 * number
        lines.append(
            f'<path d="M{_MARGIN} {y}h36" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{_MARGIN + 46}" y="{y + 4}">{escape(name)}</text>'
        )
    return lines
