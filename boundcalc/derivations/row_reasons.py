"""Which reason of the prose belongs to which row of a display.

A remark beside a row is its own reason. "The first inequality uses ..." and "(a) follows from ..."
name their step. A reason that stands before a display, or behind it, is that of a chain in which no
row has a reason of its own; a clause that names no theorem counts for one row alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boundcalc.derivations.related_rows import related_row, restates
from boundcalc.language.expressions import Symbol
from boundcalc.language.operators import Sense
from boundcalc.prose.reasons.citations import reasons_in
from boundcalc.prose.reasons.clauses import SUCH, is_of_chain
from boundcalc.prose.reasons.doubts import is_doubted
from boundcalc.prose.reasons.korean import korean_remark
from boundcalc.prose.standing.standing import Standing
from boundcalc.reader.relations import RelationRow
from boundcalc.reader.remarks import is_reason, plain_words
from boundcalc.situations.situations import Situation
from boundcalc.tex.known_results import TITLED, inequalities_in, is_inequality
from boundcalc.tex.source import SourceText

_MARK = re.compile(r"\(\s*(?:\\text\w*\{)?([a-z]|[ivx]{1,4}|[0-9])\}?\s*\)")
_TEXT = re.compile(
    r"\\(?:text[a-z]*|mbox|mathrm|tag)\*?\s*\{((?:[^{}]|\{[^{}]*\})*)\}|\\(?:eq)?ref\{[^}]*\}"
)
_ABOVE = re.compile(r"\\(?:overset|stackrel|underset)\s*\{([A-Za-z][^{}\\$]{2,40})\}")
_REFERENCE = re.compile(r"\\(?:ref|[cC]ref|autoref)\s*\{[^{}]*\}")
_MARKUP = re.compile(r"\\(?:text[a-z]*|mbox|mathrm|mathsf|mathit)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_LIMIT = re.compile(
    r"(?i)^as\b.*(?:\\(?:to|(?:long|down|up)?(?:right)?arrow)(?![A-Za-z])"
    r"|\u2192|tends|approaches|goes to)"
)
_CAUSE = re.compile(
    r"(?i)^\W*(?:since|because|by|using|uses|from|due|as|via|follows|see|apply\w*|recall|def|definition"
    r"|substitut\w*|independen\w*|linearity|convex\w*|monoton\w*|symmetr\w*|triangle|union|chain"
    r"|bayes|jensen|markov|chebyshev|cauchy|h\u00f6lder|pinsker|induction|expan\w*|assumption|lemma"
    r"|theorem|corollary|proposition|eq|fact|claim|law|tower|rearrang\w*|simplif\w*"
    r"|data[- ]processing|ih\b|i\.h\.|inductive|post-?processing|composition|definitions?\b"
    r"|(?!.*\b(?:nothing|nobody|never|not|no)\b)(?:[a-z-]+ ){1,3}(?:cancels?|telescopes?)\b)"
)


_IS_SUCH = re.compile(  # "f is convex", "$\\varepsilon$-DP"
    r"(?i)^\W*(?!.*\b(?:if|when|where|unless|not|no|never|suppose|assum\w+|let)\b)"
    rf"(?:(?:\$[^$]*\$|[\w ,$\\]{{1,30}}?)\s+(?:is|are)\s+{SUCH}"
    r"|\S{1,20}-(?:DP|LDP|zCDP|RDP|Lipschitz(?:ness)?|smooth(?:ness)?)\W*\Z)"
)


def row_reasons(rows: Sequence[RelationRow], situation: Situation) -> list[list[str]]:
    """Return the reasons of each row, in words; none where nothing is named."""
    found = [_own(row) for row in rows]
    for where, what in situation.steps:
        number = _step(rows, where)
        if number is not None:
            found[number].append(what)
    has_own = any(found)
    named = len(set(inequalities_in(" ".join(situation.reasons))))
    leading = _leading(rows, situation)
    related = related_row(situation.first, rows)
    opened = _opened(rows, situation, leading) if related is None or has_own else related
    behind = related_row(situation.last, rows)
    chain = rows[opened].chain if rows else 0
    bounds = sum(row.chain == chain and row.relation.sense is not Sense.EQ for row in rows)
    is_shared = is_of_chain(situation.first, bounds) and not has_own
    is_list = _is_list(rows) and not has_own and not is_inequality(situation.first)
    for number, row in enumerate(rows):
        if number == behind and not found[number]:
            found[number].append(situation.last)
        if has_own and not found[number] and number > leading:
            continue
        if not has_own or number == 0:
            found[number] += [
                item
                for item in situation.reasons
                if _fits(item, row, rows, named) and row is _ruled(item, row, rows)
            ]
        is_only = sum(other.chain == row.chain for other in rows) == 1
        is_opened = number == opened or (is_shared and number > opened and row.chain == chain)
        is_opened |= is_list
        is_open = is_opened and situation.first and not found[number]
        if is_open and _fits(situation.first, row, rows, named):
            found[number].append(situation.first)
        is_last = number == len(rows) - 1 and behind is None
        if is_last and situation.last and not found[number] and is_only:
            found[number].append(situation.last)
    return [
        list(
            dict.fromkeys(
                re.sub("[\u00ab\u00bb]", "", text)
                for text in texts
                if _names(text) and not _is_constraint(row)
                if len(rows) > 1 or not restates(text, row)
            )
        )
        for row, texts in zip(rows, found, strict=True)
    ]


def _is_list(rows: Sequence[RelationRow]) -> bool:
    """Return whether rows are relations apart on one line, of which one sentence speaks."""
    if len(rows) < 2 or len({row.chain for row in rows}) < len(rows):
        return False
    first, last = rows[0].left, rows[-1].right
    return (
        first.source is last.source
        and _BREAK.search(first.source.text[first.start : last.stop]) is None
    )


_BREAK = re.compile(
    r"\\\\|\\newline|\n\s*\n|\$\$|\\\]|\\text|=>|\\(?:begin|end|implies|Rightarrow|iff)(?![A-Za-z])"
)


def _leading(rows: Sequence[RelationRow], situation: Situation) -> int:
    """Return the first row that a clause before a display may be the reason of.

    A chain such as ``L(h) = E[...] <= E[...]`` may begin by saying what a new name is.
    """
    is_new = len(rows) > 1 and defines_anew(rows[0], rows, situation)
    return 1 if is_new and rows[1].chain == rows[0].chain else 0


def _opened(rows: Sequence[RelationRow], situation: Situation, leading: int) -> int:
    """Return the row that a clause before a display is the reason of, if of any.

    One that names an inequality or convexity passes by the equations before the only bound.
    """
    if not is_inequality(situation.first):
        ruled = _ruled(situation.first, rows[leading], rows[leading:]) if rows else None
        return next((at for at, row in enumerate(rows) if row is ruled), leading)
    bounds = [at for at, row in enumerate(rows) if row.relation.sense is not Sense.EQ]
    return bounds[0] if len(bounds) == 1 and rows[bounds[0]].chain == rows[0].chain else leading


def _is_constraint(row: RelationRow) -> bool:
    """Return whether a row stands behind "subject to" in its display, and claims nothing."""
    return (
        _SUBJECT.search(row.left.source.text[max(0, row.left.start - 400) : row.left.start])
        is not None
    )


_SUBJECT = re.compile(
    r"(?:\\\\|\n|&|newline)(?:\\q?quad|[\s&])*(?:\\(?:text|mbox|textrm|mathrm)\s*\{\s*)?"
    r"(?:s\.\s?t\.|subject to)(?![\s\S]*(?:\$\$|\\\[|\\begin|\\end|\\\]))"
)


def _fits(reason: str, row: RelationRow, rows: Sequence[RelationRow], named: int) -> bool:
    """Return whether a reason may be that of a row: an inequality is none for an equation.

    Of several inequalities in a row as many follow from it as names stand before the display.
    Where a display is of equations alone, it may be one that an inequality is used in; and what a
    title names, such as "Chernoff bounds", may be several bounds.
    """
    is_apart = sum(other.chain == row.chain for other in rows) == 1
    if reason.startswith(TITLED) and is_apart and row.relation.sense is not Sense.EQ:
        return True
    bounds = [other for other in rows if other.relation.sense is not Sense.EQ]
    if not bounds or not is_inequality(reason):
        return True
    return any(row is other for other in bounds[: max(1, named)])


_STOCHASTIC_TERM = (
    r"(?:\\(?:Pr|E|Exp|P|prob|Prob)|\\math(?:bb|bf|rm|sf)\s*\{?\s*(?:E|P|Pr)\s*\}?|\bE|\bP"
    r"|\\?(?:operatorname\s*\{)?(?:Var|Cov)\}?|\b[HI])(?![A-Za-z])"
)
_LAWS = tuple(  # by their names, and what stands in a row that one of them gives
    (re.compile(rf"(?i)\b(?:{name})"), re.compile(mark))
    for name, mark in (
        (r"linearity", rf"{_STOCHASTIC_TERM}[\s\S]*=[\s\S]*{_STOCHASTIC_TERM}"),
        (
            r"independen",
            rf"=(?:(?!{_STOCHASTIC_TERM})[\s\S])*\\(?:prod|sum)[\s\S]*{_STOCHASTIC_TERM}"
            rf"|=[\s\S]*{_STOCHASTIC_TERM}[\s\S]*{_STOCHASTIC_TERM}",
        ),
        (
            r"(?:laws? of )?(?:total|iterated)|tower",
            rf"\\(?:sum|int|mid)(?![A-Za-z])|[^|]\|[^|]|=[\s\S]*{_STOCHASTIC_TERM}[\s\S]*{_STOCHASTIC_TERM}",
        ),
        (
            r"chain rule",
            rf"\\(?:prod|sum|frac)|=[\s\S]*{_STOCHASTIC_TERM}[\s\S]*{_STOCHASTIC_TERM}",
        ),
        (r"bayes", r"\\frac|/"),
        (r"take the .*expansion|taylor[- ]expand", r"=[\s\S]*(?:\+|\\sum|\\[cl]?dots)"),
    )
)


def _ruled(reason: str, row: RelationRow, rows: Sequence[RelationRow]) -> RelationRow | None:
    """Return the row of a chain that a law gives which is named before it: the first it fits.

    Another reason is that of each row.
    """
    marks = [mark for name, mark in _LAWS if name.search(reason) and not reason.startswith(TITLED)]
    if not marks:
        return row
    chain = [other for other in rows if other.chain == row.chain]
    texts = {id(it): f"{it.left.text} {it.relation.sense.value} {it.right.text}" for it in chain}
    fitting = [it for it in chain if any(mark.search(texts[id(it)]) for mark in marks)]
    return next(iter(fitting or chain))


def _names(text: str) -> bool:
    """Return whether a reason names anything, as "using the fact" alone does not, to its end."""
    is_empty = _EMPTY.fullmatch(text) or _VAGUE.fullmatch(text)
    return not any((is_doubted(text), is_empty, _LIMIT.search(text), _NONE.search(text)))


_VAGUE = re.compile(  # "putting it all together", "some algebra": of what, they do not say
    r"(?i)\W*(?:(?:by|after|using|with|via) )?(?:(?:putting|combining)(?: it| this| everything| all"
    r"| of)+(?: together)?|combining (?:in)?equalities|(?:(?:some|an?|the|bit|little|of|doing"
    r"|simple|direct|straightforward|elementary|basic|routine|easy|short|further|more|algebraic)"
    r" )*(?:algebra|manipulations?|inspection))\W*"
)
_NONE = re.compile(  # cut, a wish, what a display behind it says, or what "denoted by" names
    r"(?i)(?:^|[\s(])(?:that|which|the|(?-i:an?)|of|for|with|if|is|are|in|on|by|as|from"
    r"|(?<!into )it|may|might|must|can|into|between|since|because|following|it is easy"
    r"|to (?:prove|show|verify)|the (?:function|equality|inequality|set))[\s,:]*\Z"
    r"|^\W*(?:is )?(?:since|because|as) we(?:['\u2019]d| would| want| wish| need| seek| hope"
    r"| guess| believe| expect)\b"
    r"|^\W*(?:is )?(?:since|because) for (?:any|all|every|each)\b[^,]*(?:, we have)?[\s,:]*\Z"
    r"|^\W*(?:by|from|due to|via)\b.*\band\s*\Z"
    r"|(?-i:\b(?:Show|Prove)) that\b|, (?:we )?(?:define|denote|introduce)\b|\bwe are done\b"
    r"|^\W*(?:is )?(?:since|because|as|using|noting)(?: the fact)?(?: that)? for (?:any|all|every"
    r"|each) \$(?:(?![=<>]|\\(?:leq?|geq?|sim)\b)[^$])*\$[\s,:]*\Z"
    r"|\$\s*\\forall(?:(?![=<>]|\\(?:leq?|geq?|sim)\b)[^$])*\$[\s,:]*(?:we have[\s,:]*)?\Z"
    r"|^\W*by \$(?:(?![=<>]|\\(?:leq?|geq?|in|sim|to)\b)[^$])*\$[\s:]*\Z"
)


_EMPTY = re.compile(
    r"(?i)\W*(?:(?:since|because|as|by|from|via|using|use|uses|observing|noting|applying|recalling"
    r"|taking|leveraging|exploiting|observations?|considerations?|remarks?|see|due|to|that|this|the|fact|we|have|where|follows|is|of|and|our|it|above|following"
    r"|result|bound|inequality|equation|approximation|lemma|theorem|relation|expression|estimate|identity|will"
    r"|infer|deduce|derive|obtain|get|now|conclude|show|see|these|those|both|last|previous|two|all"
    r"|setting|writing|defining|letting|which|equality|easy|clear|immediate|desired|prove|claimed|wanted|required"
    r"|inequalities|bounds|results|facts|equations|one|can|then|it|so|to|be|may|shall|with|for)\b\W*)*+"
)


def _own(row: RelationRow) -> list[str]:
    """Return the reasons that stand beside a row."""
    notes = [
        row.note,
        row.tag,
        *row.hidden,
        *(found[1] or found[0] for found in _TEXT.finditer(row.sign.text)),
        *(found[1] for found in _ABOVE.finditer(row.sign.text)),
        *(f"by {found[0]}" for found in _REFERENCE.finditer(row.sign.text)),
    ]
    texts: list[str] = []
    for note in notes:
        note = _MARKUP.sub(lambda found: found[1], note).replace(r"\because", "because")
        words = " ".join(note.replace("~", " ").split()).strip(" ,;.()[]")
        if not words:
            continue
        if _LIMIT.search(words) or is_doubted(words) or "?" in words:
            continue
        named = reasons_in(note)
        if named:
            texts += named
        elif any(
            (is_reason(plain_words(note)), _CAUSE.match(words), _IS_SUCH.match(words),
             korean_remark(words))
        ):  # fmt: skip
            texts.append(words)
    return texts


def _step(rows: Sequence[RelationRow], where: str) -> int | None:
    """Return the row that a step such as ``inequality 0`` or ``(a)`` is, or a label names."""
    for number, row in enumerate(rows):
        if row.label and row.label == where:
            return number
    if where.startswith("("):
        for number, row in enumerate(rows):
            if f"({'|'.join(_MARK.findall(row.sign.text))})" == where:
                return number
        tagged = [at for at, row in enumerate(rows) if f"({row.tag.strip(' ()')})" == where]
        return tagged[0] if len(tagged) == 1 else None
    kinds, _, place = where.rpartition(" ")
    if not re.fullmatch(r"-?\d(?:/\d)?", place):
        return None
    at, _, count = place.partition("/")
    if kinds == "line":
        return _at_line(rows, int(at))
    found = set[int | None]()
    for kind in kinds.split("|"):
        numbers = [
            number
            for number, row in enumerate(rows)
            if kind not in ("inequality", "equality")
            or (row.relation.sense is Sense.EQ) == (kind == "equality")
        ]
        is_of_these = not count or len(numbers) == int(count)
        is_there = is_of_these and -len(numbers) <= int(at) < len(numbers)
        found.add(numbers[int(at)] if is_there else None)
    return found.pop() if len(found) == 1 else None


def _at_line(rows: Sequence[RelationRow], at: int) -> int | None:
    """Return the only row whose right side begins in a line of a display, counted as places are.

    The first line may hold the left side of a chain alone.
    """
    first, source = rows[0].left, rows[0].left.source
    begin = max((it.end() for it in _BEGIN.finditer(source.text, 0, first.start)), default=0)
    lines = [len(_NEW_LINE.findall(source.text, begin, row.right.start)) for row in rows]
    wanted = at if at >= 0 else lines[-1] + 1 + at
    before = _NEW_LINE.split(source.text[begin : rows[-1].right.start])[:wanted]
    if at > 0 and any(len(_ALIGNED.findall(line)) > 1 for line in before):
        return None  # which the author may have counted as two
    found = [number for number, line in enumerate(lines) if line == wanted]
    return found[0] if len(found) == 1 else None


_ALIGNED = re.compile(
    r"&\s*(?:[=<>]|\\(?:leq?|geq?|leqslant|geqslant|overset|stackrel)(?![A-Za-z]))"
)
_BEGIN = re.compile(r"\\begin\{[a-z]+\*?\}|\$\$|\\\[")
_NEW_LINE = re.compile(r"\\\\|\\newline(?![A-Za-z])")


def defines_anew(row: RelationRow, rows: Sequence[RelationRow], situation: Situation) -> bool:
    """Return whether a row is an equality whose left side the document has not used before.

    It is the first of its chain, its left side is one name or one application that the right side
    does not hold, and no line declares it.
    """
    first = next(other for other in rows if other.chain == row.chain)
    left, right = row.relation.left, row.relation.right
    is_wanted = situation.standing is Standing.OPEN or situation.standing.is_asked
    is_wanted |= situation.is_qualified or situation.is_loose
    if first is not row or row.relation.sense is not Sense.EQ or row.hidden or is_wanted:
        return False
    if not isinstance(left, Symbol) or left.name in right.names():
        return False
    spelled = row.left.text.strip()
    is_stochastic = _STOCHASTIC.match(spelled) and not _INDEXED.fullmatch(spelled)
    if is_stochastic or (left.latex or left.name) in situation.domains:
        return False
    if not situation.may_define and not _SIMPLE.fullmatch(spelled):
        return False
    source, start = row.left.source, row.left.start
    word = re.match("[A-Z]{2,}", spelled)
    is_product = word is not None and all(_is_used_before(it, source, start) for it in word[0])
    primed = _PRIMED.match(spelled)
    is_derivative = primed is not None and _is_used_before(primed["head"], source, start)
    return not (is_product or is_derivative or _is_used_before(spelled, source, start))


def _is_used_before(spelled: str, source: SourceText, start: int) -> bool:
    head = re.match(r"\\?[A-Za-z]+(?:\{[^{}]*\})?(?:_(?:\{[^{}]*\}|.))?", spelled)
    text = head.group() if head else spelled
    pattern = re.escape(text) + (r"(?![A-Za-z])" if text[-1].isalpha() else "")
    before = re.sub(r"(?<!\\)%[^\n]*|<!--[\s\S]*?-->", "", source.text[:start])
    math = " ".join(
        re.findall(r"\$\$?[^$]*\$\$?|\\\[[\s\S]*?\\\]|\\begin\{[a-z]+\*?\}[\s\S]*?\\end", before)
    )
    return bool(re.search(rf"(?<![A-Za-z\\]){pattern}", math))


_SIMPLE = re.compile(
    r"(?:\\(?:hat|tilde|bar|overline|wide(?:hat|tilde)|check|dot|vec|math[a-z]+|text[a-z]*|operatorname\*?)"
    r"\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[A-Za-z]|\\[A-Za-z]+)"
    r"|\\(?!norm|tr|arg|marginnote|underset|overset|big)[A-Za-z]+|[A-Z]{2,5}(?![A-Za-z])|[A-Za-z])"
    r"(?:\s*[_^]\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[A-Za-z0-9*]|\\[A-Za-z]+)|')*"
    r"(?:\s*(?:\\left|\\[Bb]ig+l?)?\s*\([^()]*(?:\([^()]*\)[^()]*)*\))?"
)
_PRIMED = re.compile(r"(?P<head>\\?[A-Za-z]+)\s*(?:'|\^\s*\{?\s*(?:\\prime|'))+\}?\s*\(")
_INDEXED = re.compile(  # a name, such as P_\lambda, and no probability
    r"[PEHI]\s*_\s*(?:\{[^{}()]*\}|\\[A-Za-z]+|[A-Za-z0-9])(?:\s*\^\s*(?:\{[^{}]*\}|[A-Za-z0-9*]))?"
)
_STOCHASTIC = re.compile(
    r"\\?(?:Pr|P|E|Exp|Var|Cov|H|I|KL|TV|mathbb\s*\{?[PE]\}?|mathbf\s*\{?[PE]\}?|max|min|sup|inf|sum"
    r"|lim|int|frac|log|ln|exp|operatorname\s*\{(?:Pr|E|Var)\}|d|nabla|partial|prod|\||\\\||left|big)"
    r"(?![a-zA-Z])"
)
