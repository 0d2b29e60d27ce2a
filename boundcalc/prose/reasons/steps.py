r"""Reasons that a text gives to single steps: "the first inequality uses ...", "(a) is by ...".

Main definitions
----------------
`step_reasons`: the steps that a text names, each with its reason. `begins_with_step`: whether a
sentence begins with one. `before_steps`: a text up to the first of them.
"""

from __future__ import annotations

import re

_FORWARD = ("first", "second", "third", "fourth", "fifth")
_BEFORE_LAST = r"penultimate|second[- ]to[- ]last|next[- ]to[- ]last|second last"
_WHICH = rf"(?:first|{_BEFORE_LAST}|second|third|fourth|fifth|last|final)"
_KIND = r"(?:inequality|equality|identity|step|line|equation|bound|relation)"
_KINDS = r"(?:inequalities|equalities|identities|steps|lines|bounds|equations)"
_SEVERAL = (
    rf"(?:both|the (?P<end>first|last) two|the (?P<one>{_WHICH})(?: {_KIND})? and"
    rf"(?: the)? (?P<two>{_WHICH}))"
)
_POINT = r"\.(?!\s?[(\u00ab0-9a-z])"  # that ends a sentence
_ENDS = (  # before what is said of another step
    rf"(?=,? (?:and )?(?:(?:in|for|at) )?the (?:{_WHICH}"
    rf"|(?:in)?equality (?:is|follows|uses|holds))\b|;|{_POINT}|$)"
)
_VERB = (
    r"(?:is|are|was|were|follows?|uses?|holds?|comes?|used|by|from|due|because|since|can|stems?"
    r"|results?|appl(?:y|ies))"
)
_STEP = re.compile(
    rf"(?i)\b(?:the\s+)?(?P<which>{_WHICH})?\s*(?P<kind>{_KIND})\s+(?:above\s+)?"
    rf"(?P<what>{_VERB}\b[^;]{{3,200}}?){_ENDS}"
)
_STEP_AGAIN = re.compile(  # "and the last follows from ...", of the kind that was named before
    rf"(?i)[\s,]*\band\s+the\s+(?P<which>{_WHICH})(?:\s+one)?\s+"
    rf"(?P<what>(?!can\b|was\b){_VERB}\b[^;]{{3,200}}?){_ENDS}"
)
_STEPS = re.compile(
    rf"(?i)\b{_SEVERAL}\s+(?P<kind>{_KINDS})\s+(?:above\s+)?(?P<what>{_VERB}\b[^;]{{3,200}}?){_ENDS}"
)
_MARK = r"\(\s*(?:[a-z]|[ivx]{1,4}|[0-9])\s*\)"
_USED = r"(?:used?|applied|apply|invoked?)"
_USES = re.compile(rf"(?i)\b(?:we\s+(?:have\s+)?{_USED}|using)\s+(?=[^;]*?\s(?:in|for|at)\s)")
_IN = re.compile(  # what is used in which step
    r"(?i)(?:\s*,?\s*(?:and\s+)?(?:we\s+(?:have\s+)?used?\s+)?)?"
    r"(?P<what>(?!(?:in|for|at)\s)(?:(?!\s(?:in|for|at)\s)[^;,\u27e6]){3,120})\s+(?:in|for|at)\s+"
    rf"(?:(?:step\s+|(?:in)?equality\s+)?(?P<mark>{_MARK})"
    rf"|the\s+(?P<which>{_WHICH})(?:\s+(?P<kind>{_KIND})|\s+one)?(?=\s*(?:[,.;]|and\b|$)))"
)
_AT_LABEL = re.compile(
    r"(?i)\b(?:inequality|equality|identity|equation|step|line|bound|where|and|in)\s+(?:in\s+)?\(?"
    r"\u00ab(?P<key>[^\u00bb,]+)\u00bb\)?,?\s+(?P<what>(?:is (?:by|due|because)|follows|uses|holds"
    rf"|comes|we (?:have )?used?|(?:is )?(?:because|due|since))\b[^;]{{3,200}}?)"
    rf"(?=,?\s+and\s+\(?\u00ab[^\u00bb]+\u00bb\)?,?\s+{_VERB}\b|;|{_POINT}|$)"
)
_IN_STEP = re.compile(
    rf"(?i)\b(?:in|for|at)\s+the\s+(?:(?P<which>{_WHICH})\s+)?(?P<kind>{_KIND}),?\s+"
    r"(?:(?:we|it)\s+\w+ed\b[^;.]{0,120}?\band\s+)?(?P<what>(?:(?:we|it)\s+)?"
    r"(?:have\s+|has\s+been\s+)?(?:use|used|appl(?:y|ied)|invoked?|divided|multiplied|substituted"
    rf"|added)\b[^;]{{3,200}}?){_ENDS}"
)
_MARKED = re.compile(
    r"\(\s*(?P<mark>[a-z]|[ivx]{1,4}|[0-9])\s*\)\s*(?P<what>(?:is|follows|uses|holds|comes|by|from|due|because"
    r"|since|used|we|applies|because|results|:|=)[^;]{3,200}?)"
    rf"(?=[,;]?\s*(?:(?:and|but|while)\s+)?(?:(?:in|for)\s+)?(?:(?:in)?equality\s+|step\s+)?\(\s*(?:[a-z]|[ivx]{{1,4}}|[0-9])\s*\)|;|{_POINT}|$)"
)


_BEGINS = re.compile(
    r"(?i)^\W*(?:here,?|where,?|above,?|in (?:the )?above,?|and,?|note that)?\s*"
    r"(?:we used? )?(?:that )?"
    r"(?:\(\s*(?:[a-z]|[ivx]{1,4}|[0-9])\s*\)\s*"
    r"(?:is|follows|uses|holds|comes|by|from|due|because|since|:)"
    rf"|(?:in|for|at)\s+(?:(?:step|equality|inequality)\s+)?{_MARK}\s"
    rf"|(?:we|here we)\s+(?:have\s+)?{_USED}\b.*\b(?:in|for|at)\s+(?:{_MARK}|the\s+{_WHICH}\b)"
    r"|(?:the )?(?:step|equality|inequality|equation)\s+(?:in\s+)?\(?[\u00ab(]"
    rf"|in the {_WHICH}\s|the (?:{_WHICH}\s)?{_KIND}\b|{_SEVERAL} {_KINDS}\b)"
)


def begins_with_step(text: str) -> bool:
    """Return whether a sentence begins with what it says of a step of the display before it.

    Examples
    --------
    >>> texts = "Here (a) follows from Lemma 2.", "Both inequalities use Lemma 2.", "We go on."
    >>> [begins_with_step(text) for text in texts]
    [True, True, False]
    """
    return _BEGINS.match(text) is not None


def before_steps(text: str) -> str:
    """Return a text up to what it says of single steps.

    Examples
    --------
    >>> before_steps(", by Lemma 2, where the last step uses Lemma 3.")
    ', by Lemma 2, where '
    """
    said = (pattern.search(text) for pattern in (_MARKED, _AT_LABEL, _STEP, _STEPS, _IN_STEP))
    return text[: min((item.start() for item in said if item), default=len(text))]


def step_reasons(text: str) -> list[tuple[str, str]]:
    """Return the reasons that a text gives to single steps, each with the step it names.

    A step is named as ``inequality 0``, ``equality -1``, ``step 1``, by a mark such as ``(a)``,
    or by its label; one that is both, as far as the words tell, as ``inequality|step -1``; one of
    so many that a chain has, as ``inequality 0/1``.

    Examples
    --------
    >>> step_reasons("where (a) follows from Jensen, and (b) is by independence")
    [('(a)', 'follows from Jensen'), ('(b)', 'is by independence')]
    >>> step_reasons("where the first inequality uses Lemma 2, and the equality is by definition.")
    [('inequality 0', 'uses Lemma 2'), ('equality 0/1', 'is by definition')]
    >>> step_reasons("where in the last equality we used Lemma 2.")
    [('equality -1', 'we used Lemma 2')]
    """
    found = [(f"({item['mark']})", item["what"].strip(" ,:")) for item in _MARKED.finditer(text)]
    found += [(item["key"].strip(), item["what"]) for item in _AT_LABEL.finditer(text)]
    for item in (*_STEP.finditer(text), *_IN_STEP.finditer(text)):
        kind = _kind(item["kind"])
        place = f"{_place(item['which'])}" if item["which"] else "0/1"
        found.append((f"{kind} {place}", item["what"].strip(" ,")))
        again = _STEP_AGAIN.match(text, item.end())
        if again is not None:
            found.append((f"{kind}|step {_place(again['which'])}", again["what"].strip(" ,")))
    for begin in _USES.finditer(text):
        found += _used(text, begin.end())
    for item in _STEPS.finditer(text):
        kind, what = _kind(item["kind"]), item["what"].strip(" ,")
        found += [(f"{kind} {place}", what) for place in _places(item)]
    return found


def _used(text: str, at: int) -> list[tuple[str, str]]:
    """Return what is used in which steps, as a text says from a place on."""
    found: list[tuple[str, str]] = []
    kind = ""
    while item := _IN.match(text, at):
        kind = _kind(item["kind"]) if item["kind"] else kind
        where = item["mark"] or (f"{kind} {_place(item['which'])}" if kind else "")
        if where:
            found.append(
                ("".join(where.split()) if item["mark"] else where, f"used {item['what']}")
            )
        at = item.end()
    return found


def _kind(word: str) -> str:
    """Return what a step is called, in the singular."""
    plain = re.sub(r"(?:ies|ys?)\Z", "y", word.lower()).rstrip("s")
    return "equality" if plain == "identity" else plain


def _place(which: str) -> int:
    """Return which of its kind a step is, from the first, which is 0, or from the last."""
    word = which.lower()
    if word in ("last", "final"):
        return -1
    return _FORWARD.index(word) if word in _FORWARD else -2


def _places(item: re.Match[str]) -> tuple[str, ...]:
    """Return which of their kind several steps are."""
    if item["one"]:
        return str(_place(item["one"])), str(_place(item["two"]))
    if item["end"]:
        return ("0", "1") if item["end"].lower() == "first" else ("-2", "-1")
    return "0/2", "1/2"
