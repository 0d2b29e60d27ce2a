r"""Sentences that say in words what a display defines: "denote the law of $X$ as", "the update is".

The display must be an equation, and no word before it may say that it follows from something.

Main definitions
----------------
`defines_in_words`: whether a sentence says so of one of its displays.
"""

from __future__ import annotations

import re

from boundcalc.prose.prose import Sentence
from boundcalc.prose.standing.defining_words import is_result
from boundcalc.tex.documents import Display

_FOLLOWS = re.compile(
    r"(?i)\b(?:then|thus|hence|therefore|so|follows?|implies|imply|gives?|yields?|show\w*|pro(?:ve|of)\w*"
    r"|claim\w*|conclud\w+|obtain\w*|(?:we|one) (?:get|see|find|know|can|may)\b(?! (?:then )?defin)"
    r"|since|because|by (?:lemma|theorem|definition)|if|when\w*|equivalent\w*|posterior|re-?writ\w+"
    r"|comput\w*|calculat\w*|bound\w*|verif\w*|check\w*|expect that|hope|want|some\w*|exists?)\b"
)
_F = "\u27e6\\d+\u27e7"
_END = r"(?:,? (?:as follows|given by|by))?[\s,:]*\Z"
_MODELS = (
    r"(?:models?|programs?|problems?|chain|process|channel|algorithm|recursion|iteration|scheme"
    r"|estimator|mechanism|kernel|dynamics|update)"
)
_SAYS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?i)\bwe (?:have |had )?(?:(?:earlier|previously|already) )?defined"
        r"(?: (?:in|on) [^.;:]{1,40})?[\s,:]*\Z",
        r"(?i)\b(?:we |us |^\W*|and |will )denote\b(?! that)[^.;:,]{1,160}\b(?:as|by)[\s,:]*\Z",
        r"(?i)(?:^|[.;:,]\s|\bwe |\bus )define\b[^.;:]{1,120}\bto (?:represent|denote|mean)\b"
        r"[^.;:]{1,120}:\s*\Z",
        r"(?i)(?:^\W*|\b(?:we|notes?|paper|us|section|now|first|will) )consider(?:s|ed)?\b"
        rf"[^.;:]{{1,120}}\b{_MODELS}\b(?:(?!\b(?:where|which|that|with)\b)[^.;:]){{0,100}}{_END}",
        rf"(?i)(?:^|[.:]\s)\W*(?:we )?consider the following [^.;:]*\b{_MODELS}\b[^.;:]*:\s*\Z",
        r"(?i)\b(?:updat(?:e|ing)|iteration|gradient descent)"
        r"(?: (?:rule|step|equation|formula|update))?s?(?: (?:for|of|on|at|in|with) [^.;:]{1,60})?"
        rf" (?:is|are|reads){_END}",
    )
)
_TERM = re.compile(  # in bold print, as what is named for the first time
    r"(?i)(?:^|[.:]\s)\W*?(?:the|an?|its)\s+\*\*(?P<term>[^*]{3,60})\*\*"
    rf"[^.;:*]{{0,150}}\b(?:is|are){_END}"
)
_DERIVED = re.compile(
    r"(?i)\b(?:sums?|maximum|minimum|largest|smallest|differences?|products?|ratios?|average|order"
    r"|squares?|transformed|convolution|estimat\w+|statistics?|expect\w*|means?|variance|total|number"
    r"|probabilit\w+|chances?|optim\w+|main|key|result\w*|best|worst|final|resulting)\b"
)
_OF_OTHERS = re.compile(  # a left side that has a meaning before anything defines it
    r"[-+*/0-9]|\\(?:frac|sum|prod|int|max|min|sup|inf|lim|log|ln|exp|Pr|E|P|Exp|Var|cdot)(?![A-Za-z])"
    r"|\\math(?:bb|bf|rm)\s*\{?\s*(?:E|P)\s*\}?|^\s*(?:E|P|Pr|Var|H|I)\s*(?:[\[(]|\Z)|^\s*(?:\\\||\|)"
)
_ASIDE = re.compile(r"[_^]\s*(?:\{[^{}]*\}|\S)|\([^()]*\)")  # what stands below, or in a call
_NAME = re.compile(
    rf"(?:\b(?:denoted by|called|denote by|write|as)\s+{_F}\s*"
    rf"|{_F}\s+(?:is|be|denotes?|represents?)\s+the\s[^.;:\u27e6]{{2,120}}?)"
    r"(?P<rest>[^.;]{0,120}?)(?::|,? i\.e\.,?|,? that is,?|,? namely,?)\s*\Z"
)
_BEGINS = re.compile(r"(?<!\w)(?=\w)|\u27e6")
_LEFT = re.compile(r"[\s&{]*(?P<left>[^=<>]{1,60}?)\s*&?\s*=(?P<right>.*[A-Za-z].*)", re.DOTALL)


def defines_in_words(sentence: Sentence, number: int) -> bool:
    r"""Return whether a sentence says in words what one of its displays defines.

    Examples
    --------
    >>> from boundcalc.prose.prose import read_prose, sentences
    >>> from boundcalc.tex.files import read_source
    >>> def says(words):
    ...     text = f"{words} \\[ p(x) = q(x) + 1 \\]"
    ...     (sentence,) = sentences(read_prose(read_source(text)))
    ...     return defines_in_words(sentence, 0)
    >>> says("We denote the law of it as"), says("The update rule is"), says("So the update is")
    (True, True, False)
    """
    item = sentence.formulas[number] if number < len(sentence.formulas) else None
    left = sentence.text.partition(f"\u27e6{number}\u27e7")[0]
    if not isinstance(item, Display) or _FOLLOWS.search(left):
        return False
    found = _LEFT.match(_EDGE.sub(" ", item.formula.text))
    if found is None or _BOUND.search(_INSIDE.sub(" ", item.formula.text)):
        return False
    term = _TERM.search(left)
    if term is not None:
        is_made = is_result(term["term"]) or _DERIVED.search(term["term"])
        return not is_made and not _OF_OTHERS.search(_ASIDE.sub(" ", found["left"]))
    return any(said.search(left) for said in _SAYS) or _is_named(sentence, left, found["left"])


_BOUND = re.compile(r"[<>]|\\(?:l|g)(?:e|eq|eqslant|t)(?![A-Za-z])|\\approx")
_INSIDE = re.compile(r"\\\{(?:(?!\\[{}]).)*\\\}|_\s*\{[^{}]*\}", re.DOTALL)  # a set, an index
_EDGE = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|\\label\{[^{}]*\}")


def _is_named(sentence: Sentence, left: str, spelled: str) -> bool:
    """Return whether the left side of a display is what the words before it say what it is."""
    named = [_NAME.match(left, item.start()) for item in _BEGINS.finditer(left)]
    found = next(filter(None, reversed(named)), None)  # the nearest: "X as A and Y as B:"
    if found is None:
        return False
    numbers = re.findall("\u27e6(\\d+)\u27e7", left[found.start() : found.start("rest")])
    item = sentence.formulas[int(numbers[-1])]
    name = "" if isinstance(item, Display) else "".join(item.text.split())
    plain = "".join(spelled.split())
    is_application = plain.startswith(name) and plain[len(name) : len(name) + 1] in ("", "(")
    return bool(name) and is_application and not re.search(r"[=<>]|\\(?:in|sim)(?![a-z])", name)
