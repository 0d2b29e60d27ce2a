"""The graph of the theorems as SVG: guarantees as boxes in layers, theorems as arrows.

An arrow is drawn for all theorems that lead from a kind of premise to a kind of conclusion, with
their number; its colour says what the most trusted of them rest on. A layer holds the kinds of
guarantee that are as many steps from what is built.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from xml.sax.saxutils import escape

from boundcalc.language.guarantees import Guarantee
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Status, Theorem

_COLOURS = {
    "published, as printed": "#0072b2",
    "published, corrected here": "#e69f00",
    "sharpened here": "#009e73",
    "doubtful as printed": "#d55e00",
}
_NAMES = {"Gaussian": "Gaussian", "Laplace": "Laplace", "TV": "TV"}
_JOINED = (("p value", "p-value"), ("max information", "max-information"), (" nats", " in nats"))
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y, _MARGIN = 180, 56, 126, 24, 24
_FONT, _LINE = 17, 20  # of the names in boxes
_LONGEST = 18  # letters of a line in a box, but for a longer word
_STEPS, _ROOM = (10, 8, 12, 6, 14, 4, 16), 20  # of the number of an arrow: places on it, distance
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
    layers = _untangled(_layers(arrows, built), arrows)
    places = {
        kind: (
            _MARGIN + column * (_WIDTH + _GAP_X),
            _MARGIN + row * (_HEIGHT + _GAP_Y),
        )
        for column, layer in enumerate(layers)
        for row, kind in enumerate(layer)
    }
    width = 2 * _MARGIN + len(layers) * (_WIDTH + _GAP_X) - _GAP_X
    tallest = max((len(layer) for layer in layers), default=0)
    bottom = _MARGIN + tallest * (_HEIGHT + _GAP_Y)
    height = bottom + 22 * len(_COLOURS) + 2 * _MARGIN
    bundles = bundled(arrows)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="{_FONT}">',
            "<title>Theorems from one kind of guarantee to another</title>",
            # black text is to be read on a dark page, too
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _markers(),
            *_curves(bundles, places),
            *(_box(kind, *place, is_built=kind in built) for kind, place in places.items()),
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
    return [layer for layer in found if layer]


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


def _curves(bundles: tuple[Bundle, ...], places: dict[str, tuple[int, int]]) -> list[str]:
    """Return the arrows with their numbers; those that arrive at one box come in one by one."""
    drawn: list[str] = []
    numbered: list[tuple[int, int]] = []
    names = list(_COLOURS)
    for bundle in bundles:
        (x1, y1), (x2, y2) = places[bundle.start], places[bundle.end]
        ends = [item.end for item in bundles if item.start == bundle.start]
        starts = [item.start for item in bundles if item.end == bundle.end]
        y1 += _port(ends, bundle.end, places)
        y2 += _port(starts, bundle.start, places)
        if x2 == x1:  # within a column: around the right side
            x1, x2 = x1 + _WIDTH, x2 + _WIDTH
            bend = _GAP_Y + abs(y2 - y1) // 6
            control = (x1 + bend, x2 + bend)
        else:
            x1, x2 = (x1 + _WIDTH, x2) if x1 < x2 else (x1, x2 + _WIDTH)
            middle = (x1 + x2) // 2
            control = (middle, middle)
        number = names.index(bundle.rests_on)
        label = escape("; ".join(theorem.title for theorem in bundle.theorems))
        colour = _COLOURS[bundle.rests_on]
        curve = ((x1, y1), (control[0], y1), (control[1], y2), (x2, y2))
        x, y = _clear_place(curve, numbered)
        numbered.append((x, y))
        drawn.append(
            f'<path d="M{x1} {y1}C{control[0]} {y1} {control[1]} {y2} {x2} {y2}" fill="none" '
            f'stroke="{colour}" stroke-width="1.4" marker-end="url(#m{number})">'
            f"<title>{label}</title></path>"
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" stroke="#ffffff" stroke-width="4" '
            f'paint-order="stroke" fill="{colour}">{len(bundle.theorems)}</text>'
        )
    return drawn


def _clear_place(
    curve: tuple[tuple[int, int], ...], taken: list[tuple[int, int]]
) -> tuple[int, int]:
    """Return the place on a curve of Bezier, near its middle, that is far from those taken."""
    places = []
    for step in _STEPS:  # in twentieths of the way
        rest = 20 - step
        weights = (rest**3, 3 * rest**2 * step, 3 * rest * step**2, step**3)
        x, y = (
            sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) // 20**3
            for axis in (0, 1)
        )
        places.append((x, y))

    def room(place: tuple[int, int]) -> int:
        apart = (max(abs(place[0] - x), abs(place[1] - y)) for x, y in taken)
        return min(_ROOM, min(apart, default=_ROOM))

    return max(places, key=room)


def _port(kinds: list[str], kind: str, places: dict[str, tuple[int, int]]) -> int:
    """Return where an arrow meets the side of a box that has several: from above to below."""
    ordered = sorted(kinds, key=lambda item: places[item][1])
    return (_HEIGHT * (ordered.index(kind) + 1)) // (len(ordered) + 1)


def _box(kind: str, x: int, y: int, *, is_built: bool) -> str:
    fill = "#eeeeee" if is_built else "#ffffff"
    lines = wrap(kind_words(kind), _LONGEST, break_on_hyphens=False, break_long_words=False)
    first = y + (_HEIGHT - _LINE * len(lines)) // 2 + 15
    names = "".join(
        f'<text x="{x + _WIDTH // 2}" y="{first + _LINE * place}" '
        f'text-anchor="middle">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="{fill}" '
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
