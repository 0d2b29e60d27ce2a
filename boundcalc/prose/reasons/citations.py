r"""Reasons in prose: "by Lemma 2", "from (3)", "by Markov's inequality", as citations.

A reason is taken only where it is named: a numbered statement, a label, or an inequality that
bears a name. It is what a reader must accept, and makes nothing PROVED.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundcalc.prose.prose import Sentence
from boundcalc.prose.reasons.doubts import is_doubted
from boundcalc.prose.reasons.korean import korean_reasons
from boundcalc.prose.reasons.steps import before_steps
from boundcalc.tex.known_results import NAMED, PROPER, result_name

_STATEMENT = (
    r"(?:Theorem|Thm\.?|Lemma|Lem\.?|Proposition|Prop\.?|Corollary|Cor\.?|Claim|Fact|Definition"
    r"|Def\.?|Assumption|Equations?|Eqs?\.?|Inequality|Section|Observation|Property|Remark|Example"
    r"|Chapter|Lecture|Problem|Exercise|Step|Algorithm|Condition|Item)"
)
_KEY = "\u00ab[^\u00bb]*\u00bb"
_ALONE_NUMBER = re.compile(r"\([0-9.]+\)")
_NUMBER = r"(?:[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*|[IVX]+)"
_WHAT = (
    rf"(?:{_STATEMENT}\s*(?:~|\s)*\(?(?:{_KEY}|{_NUMBER})\)?|\(?\s*{_KEY}\s*\)?|\([0-9]+(?:\.[0-9]+)*\)"
    rf"|{NAMED})"
)
_LEAD = (
    r"(?:by|per|from|using|use|due to|via|because of|thanks to|according to|in view of|cf\."
    r"|apply(?:ing)?|into|invok(?:e|ing)|combin(?:e|ing)|follows (?:from|by)|in|see|by applying"
    r"|based on|follows directly from|as a consequence of|implied by|recall(?:ing)?|with|plugging"
    r"|substituting|together with|of)"
)
_REASON = re.compile(
    rf"\b(?P<lead>(?i:{_LEAD}))\s+(?:(?i:the|an?|our|standard|well-known|simple|usual|above|previous|following"
    r"|multi-?dimensional|multivariate|matrix|vector|scalar|classical|generali[sz]ed|weighted"
    r"|discrete|conditional|(?:one|two)-sided|elementary|famous|celebrated|basic)\s+)*(?:(?<!\b[Ii]n\s)(?<!\b[Oo]f\s)(?<!\b[Ss]ee\s)\[)?"
    rf"(?P<what>{_WHAT}(?:\s*(?:,|and|, and)\s*{_WHAT})*)",
)
_POSSESSIVE = re.compile(
    rf"(?P<what>{NAMED.replace('(?:the )?', '', 1)}|{PROPER})\**\s*"
    r"(?i:(?:over|on|to|for)\s[^.,;:]{1,40}?\s)?(?i:(?:now|then|also|thus|directly|immediately"
    r"|easily) )?(?i:gives?|implies|yields?"
    r"|shows?|states?|says|asserts|tells us|ensures?|guarantees?"
    r"|(?:lets|allows) (?:us|one)(?: to)? \w+)\b(?!\s+(?i:less|more|the (?:reverse|opposite|other)"
    r"|nothing|no\b|only))"
)
_GIVES = re.compile(
    rf"(?P<what>{_STATEMENT}\s*(?:~|\s)*\(?(?:{_KEY}|{_NUMBER})\)?)\s*"
    r"(?i:(?:(?:finally|now|then|also|thus|directly|immediately|easily) )?(?:gives?|implies|yields?"
    r"|shows?|states?|says|asserts|ensures?|guarantees?|provides?|tells us|leads (?:us )?to)\b)"
    r"(?!\s+(?i:less|more|the (?:reverse|opposite|other)|nothing|no\b|only))"
)
_TOGETHER = re.compile(
    r"(?:^|[.,;]\s|\b(?:and|then|now) )(?P<what>\([0-9.]+\)(?:(?:, | and |, and )\([0-9.]+\))*) "
    r"(?:(?:together|now|then) )?(?:impl(?:y|ies)|gives?|yields?|shows?)\b"
)
_REWRITES = re.compile(
    r"\b(?i:re-?writ(?:e|ing)|restat(?:e|ing)|express(?:ing)?|re-?arrang(?:e|ing)|simplify(?:ing)?)"
    rf"\b[^.;:\u27e6]{{0,40}}?(?P<what>(?:{_STATEMENT}\s*)?\(?{_KEY}\)?)(?=\s+(?:as|to|in|into|using)\b"
    r"[^.;]{0,60}\Z)"
)
_WRITTEN = re.compile(  # anew, in other letters
    rf"(?P<what>(?:{_STATEMENT}\s*(?:~|\s)*)?\(?(?:{_KEY}|(?<=\()[0-9]+(?:\.[0-9]+)*(?=\)))\)?)\s*"
    r"(?i:(?:now |then |thus |hence )*(?:becomes|reduces to|simplifies to|turns into"
    r"|(?:can|may) (?:now |then |thus |also )*be (?:re-?)?written)(?: as)?)[\s:]*\Z"
)
_CITES = re.compile(r"(?:\[(?P<what>[A-Z][A-Za-z+]*\d{2,4}[^\]]*)\])")
_IN_WORK = re.compile(
    r"\b(?i:(?:shown|prove[dn]|established|derived|obtained|stated|known|given|found)"
    r"(?:\s+already)?\s+(?:in|by|from)|see(?:\s+also)?|due to)\s+(?P<what>\[[1-9][0-9]{0,2}\])"
)
_PERSON = r"[A-Z][\w'\u2019-]*[a-z]"
_YEAR = r",? ?[\[(]?(?:19|20)[0-9]{2}[a-z]?[\])]?"
_BY_PEOPLE = re.compile(
    rf"(?P<what>{_PERSON}(?:(?:,? and |, | & ){_PERSON})*(?: et al\.?)?{_YEAR})\s*"
    r"(?i:(?:have |has |first |also )*(?:show|prove|establish|obtain|derive)[a-z]*\b)"
)
_SHOWN_IN = re.compile(
    r"(?P<what>\u00ab[^\u00bb:]*\u00bb)\s*(?i:\W*(?:have |has |also |first )*(?:show|prove"
    r"|establish|obtain|derive|propose|state)[a-z]*)"
)
_AFTER = re.compile(
    r"(?i)^\s*[,;.]?\s*(?:by|from|due to|using|via|which follows|because|where the)"
)

_NOT_GIVEN = re.compile(  # what would give it, or gives something else
    r"(?i)\b(?:would|if by|instead of|is it true|believe|the (?:reverse|opposite) of"
    r"|unlike|contrary to)\b"
    r"|^\W*(?:the )?(?:claim|lemma|proposition|theorem)\b[^.;,]{0,20}\bis prove[dn]\b"
)
_OF_LAST = re.compile(r"(?i)^\s*[,;]?\s*(?:by|from|due to|via)\b[^,;]*,?\s+and\s*$")


def reasons_of(sentence: Sentence, number: int, titles: Mapping[str, str]) -> tuple[str, ...]:
    """Return the reasons that a sentence names for a display, each in words.

    Those before a display hold for it if no other display stands between; those behind it if they
    follow at once.
    """
    mark = f"\u27e6{number}\u27e7"
    before, _, after = sentence.text.partition(mark)
    shown = {other for other, _ in sentence.displays}
    for other in sorted(shown, reverse=True):
        if other < number:
            before = before.partition(f"\u27e6{other}\u27e7")[2]
            break
    for other in sorted(shown):
        if other > number:
            after = after.partition(f"\u27e6{other}\u27e7")[0]
            break
    is_other = (shown and _OF_LAST.match(before)) or _NOT_GIVEN.search(before)
    found = [] if is_other else list(_reasons(before))
    if _AFTER.match(after):  # up to what it says of single steps
        found += _reasons(before_steps(after))
    return tuple(dict.fromkeys(_worded(text, titles) for text in found))


_KNOWN = re.compile(
    r"(?i)\b(?P<what>(?:it is |this is )?(?:well[- ]known|a (?:standard|classical|known)"
    r" (?:fact|result|inequality|bound)|a folklore\w*)[^.;\u27e6]{0,60})"
)


_STATEMENT_TITLE = re.compile(
    rf"(?i)^\W*(?:{_STATEMENT}|\uc815\ub9ac|\ubcf4\uc870\uc815\ub9ac|\uba85\uc81c|\ub530\ub984\uc815\ub9ac)(?![A-Za-z])[^()]*"
    r"\((?P<what>[^()]+)\)"
)
_STATEMENT_NUMBER = re.compile(
    r"^[\s#>]*(?:\*\*+|(?=[^*]*$))\s*(?P<name>(?:Theorem|Lemma|Proposition|Corollary|Claim|Fact"
    r"|\uc815\ub9ac|\ubcf4\uc870\uc815\ub9ac|\uba85\uc81c|\ub530\ub984\uc815\ub9ac)\s*[0-9]+(?:[.-][0-9]+)*)(?=[\s.:*(]|$)"
    r"(?! (?:implies|gives|shows|says|yields|states|holds|follows|is|and|to|with|in))"
)
_STEP_TITLE = re.compile(
    r"^\W*(?:(?:Step|Case|\ub2e8\uacc4)\s*[0-9]+\s*[:.]?\s*)?(?P<what>[^:*]{3,60}?)\s*[:.]?\s*\**\s*$"
)
_ALONE = re.compile(r"(?:^|[.:*])\s*(?P<what>[^.:*\u27e6]{3,60}?)\s*[:\uff1a]\s*$")
_LONGEST_NAME = 5  # words
_RESULT = re.compile(
    r"(?i)\b(?:inequality|theorem|lemma|identity|formula|bound|rule|law|linearity)\b"
)
_LEAD_NAME = re.compile(
    r"^\W*(?:[0-9]+[.)]\s*)?(?:\*\*+\s*(?:Step\s*[0-9]+\s*[:.]\s*)?(?P<bold>[^*:]{3,60}?)[\s:.]*\*\*+|(?P<plain>[^*:.]{3,60}?)\s*:)"
)


def title_reason(title: str) -> str:
    """Return the name under which the statement of a heading is known, or nothing.

    Examples
    --------
    >>> title_reason("Theorem 2.5 (Hoeffding's inequality)"), title_reason("Theorem 3 (our bound)")
    ("Hoeffding's inequality", '')
    """
    found = _STATEMENT_TITLE.match(title)
    return result_name(found["what"]) if found else ""


def statement_name(text: str) -> str:
    """Return the number with its kind of the statement that begins a text, or nothing.

    Examples
    --------
    >>> statement_name("**Theorem 2.5** (our bound)."), statement_name("Theorem 3 implies this.")
    ('Theorem 2.5', '')
    """
    found = _STATEMENT_NUMBER.match(text)
    return " ".join(found["name"].split()) if found else ""


def lead_reason(text: str) -> str:
    """Return the result whose name leads a sentence that states it, or nothing.

    Examples
    --------
    >>> lead_reason("**Jensen's Inequality**: for a convex f"), lead_reason("**Markov chains**: a")
    ("Jensen's Inequality", '')
    """
    found = _LEAD_NAME.match(text)
    what = found["bold"] or found["plain"] if found else ""
    return result_name(what) if _RESULT.search(what) else ""


def step_title(text: str) -> str:
    """Return what a step in bold print names as its reason, or nothing.

    Examples
    --------
    >>> step_title("**Step 4: Union bound over all h**"), step_title("**Step 1: preparations**")
    ('union bound', '')
    """
    found = _STEP_TITLE.match(text) if text.lstrip().startswith("**") else None
    what = found["what"] if found else ""
    return result_name(what) or result_name(re.sub(r"\s+(?:over|for|on|to|with)\s.*", "", what))


def named_before(text: str) -> str:
    """Return the name that stands alone before a colon at the end of a text, or nothing.

    A name with what it is, such as an inequality, needs no colon.

    Examples
    --------
    >>> named_before("Massart:"), named_before("We see:")
    ('Massart', '')
    >>> named_before("which generalizes Young's inequality "), named_before("It is an inequality ")
    ("Young's inequality", '')
    """
    found = _ALONE.search(text)
    known = result_name(found["what"]) if found else ""
    words = text.split()[-_LONGEST_NAME:]
    if known or not words or not _RESULT.fullmatch(words[-1]):
        return known
    names = (result_name(" ".join(words[at:])) for at in range(len(words) - 1))
    return next(filter(None, names), "")


def _reasons(text: str) -> list[str]:
    if is_doubted(text):
        return []
    found = korean_reasons(text)
    for pattern in (
        _REASON,
        _POSSESSIVE,
        _GIVES,
        _TOGETHER,
        _REWRITES,
        _WRITTEN,
        _CITES,
        _IN_WORK,
        _SHOWN_IN,
        _BY_PEOPLE,
        _KNOWN,
    ):
        found += [
            _bare(item["what"], text[item.end("what") :])
            for item in pattern.finditer(text)
            if _ONLY.search(item["what"]) is None
            and _NONE_OF.search(text[: item.start("what")]) is None
            and not _is_told_of(item, text)
        ]
    return found


def _is_told_of(item: re.Match[str], text: str) -> bool:
    """Return whether a text names where that stands of which it tells: "the sum in (3) is"."""
    lead = item.groupdict().get("lead") or ""
    return lead.lower() in ("in", "of") and _TELLS.match(text, item.end()) is not None


_NONE_OF = re.compile(  # "no lemma", "not by the union bound"
    rf"(?i)\b(?:no|neither|nor|not|without|never)\b\s*(?:(?:a consequence|{_LEAD}|follow|obtained"
    r"|the|an?)\s+)*\Z"
)
_TELLS = re.compile(
    r"[\s\])]*(?:\([^()\s]*\)\s*)?(?:is|are|can (?:\w+ )?be|equals?|becomes?|simplifies)\b"
)
_ONLY = re.compile(r"(?i)\s(?:only|never|hardly|does not|cannot|merely|fails)\b")


def _bare(what: str, rest: str) -> str:
    """Return a reason without what is said with it, and without the half of a word at its end."""
    is_cut = re.match(r"\w", rest) and re.search(r"\w\Z", what)
    whole = re.sub(r"\s+\S*\Z", "", what) if is_cut else what
    bare = _SAID_WITH.sub("", whole).rstrip("*")
    return bare if "(" in bare else bare.rstrip(" )")


def reasons_in(text: str) -> tuple[str, ...]:
    """Return the reasons that a remark beside a row names.

    Examples
    --------
    >>> reasons_in("(by Jensen's inequality)"), reasons_in("by (2)"), reasons_in("(2)")
    (("Jensen's inequality",), ('(2)',), ())
    """
    plain = " ".join(text.replace("~", " ").split())
    found = _reasons(plain)
    is_number = re.fullmatch(r"[\s().0-9]*", plain)  # that of the formula itself
    if not found and not is_number and re.fullmatch(rf"\(?\s*{_WHAT}\s*[.)]*", plain):
        found = [plain]
    return tuple(item if _ALONE_NUMBER.fullmatch(item) else item.strip(" ().") for item in found)


def _worded(text: str, titles: Mapping[str, str]) -> str:
    def named(found: re.Match[str]) -> str:
        key = found.group()[1:-1].strip()
        return titles.get(key, key)

    plain = re.sub(rf"({_STATEMENT})\s*({_KEY})", lambda item: f"{item[1]} {item[2][1:-1]}", text)
    return " ".join(re.sub(_KEY, named, plain).split())


# What is said with a reason, and not of it: "Markov we have".
_SAID_WITH = re.compile(
    r"(?i)[\s,]+(?:(?:and |so |then |now |thus )*(?:we|one|it|this|that|you|which|our)\s+"
    r"(?:\w+ly\s+)?(?:have|has|get|gets|obtain|see|know|conclude|can|may|follows?|implies|gives?"
    r"|yields?|holds?|is|are|find|then|deduce|bound|need|want|also)\b"
    r"|there (?:is|are|exists?)\b|(?:after\b|(?:directly |finally )?leads?\b|is in the form"
    r"|then|hence|so|thus|now|yields?|gives?|implies"
    r"|here|around|to (?:get|obtain|see|conclude|bound|show|find|write|say|estimate))\b"
    r"|(?:and|so|then|we|it|that|this|which|the|our|to|for|with|of|as|in|on|at|a|an|is)\s*$).*$"
)
