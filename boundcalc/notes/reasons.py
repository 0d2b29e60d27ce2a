r"""Reasons in prose: "by Lemma 2", "from (3)", "by Markov's inequality", as citations.

A reason is taken only where it is named: a numbered statement, a label, or an inequality that
bears a name. It is what a reader must accept, and makes nothing PROVED.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundcalc.notes.prose import Sentence

_STATEMENT = (
    r"(?:Theorem|Thm\.?|Lemma|Lem\.?|Proposition|Prop\.?|Corollary|Cor\.?|Claim|Fact|Definition"
    r"|Def\.?|Assumption|Equations?|Eqs?\.?|Inequality|Section|Observation|Property|Remark|Example"
    r"|Chapter|Problem|Exercise|Step|Algorithm|Condition|Item)"
)
_NAMED = (
    r"(?:(?:the )?(?:reverse )?(?:Markov|Chebyshev|Chernoff|Hoeffding|Jensen|Bernstein|Azuma"
    r"|McDiarmid|Bennett|Cauchy(?:[-\u2013\s]+(?:Schwarz|Schwartz))?|H\u00f6lder|Holder|Minkowski|Young"
    r"|Pinsker|Fano|Slud|Bayes|Taylor|Stirling|Bernoulli|Doob|Kolmogorov|Talagrand|Massart|Sauer"
    r"|Fubini|Tonelli|Slutsky|Lindeberg|Bonferroni|Boole|Le Cam|Gr\u00f6nwall|Gronwall|Fenchel"
    r"|Bretagnolle|Berry|Paley|Cram[e\u00e9]r|Rao|Blackwell|Efron|Stein|Weyl|Lieb|Golden"
    r"|Neyman|Pythagor\w+|Dudley|Khintchine|Ledoux|Lipschitz\w*|Borel|Cantelli|Fatou|Lebesgue"
    r"|Radon|Nikodym|Sion|Danskin|Von Neumann|Newton|Euler|Riemann|Fisher|Freedman|Ville|Wald)"
    r"\b[^.,;:\u27e6()]{0,40}"
    r"|(?:the )?(?:union bound|triangle inequality|law of (?:total|iterated|large|the unconscious)"
    r"[a-z ]*|tower (?:property|rule)|chain rule|mean value theorem|linearity(?: of"
    r" (?:the )?expectations?)?|central limit theorem|data processing inequality|minimax theorem"
    r"|product rule|binomial theorem|convexity|concavity|monotonicity|independence|symmetry"
    r"|post-?processing|(?:basic |advanced |simple |sequential |parallel )?composition(?: theorem)?"
    r"|group privacy|definition(?: of [^.,;:\u27e6]{1,40})?|assumption|hypothesis|construction"
    r"|induction(?: hypothesis)?|(?:strong |weak )?duality|Bayes(?:'|\u2019)?s? rule"
    r"|Parseval\w*|integration by parts|change of (?:variables?|measure)|optimality"
    r"[^.,;:\u27e6]{0,30}|first.order [a-z ]{3,30}|smoothness|strong convexity"
    r"|sub-?Gaussian\w*|Lipschitz\w*"
    r"|differential privacy|privacy of [^.,;:\u27e6]{1,30}|total probability|dominated convergence"
    r"|monotone convergence|total variation[^.,;:\u27e6]{0,20}|Rademacher[^.,;:\u27e6]{0,30}))"
)
_KEY = "\u00ab[^\u00bb]*\u00bb"
_NUMBER = r"(?:[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*|[IVX]+)"
_WHAT = (
    rf"(?:{_STATEMENT}\s*(?:~|\s)*\(?(?:{_KEY}|{_NUMBER})\)?|\(?\s*{_KEY}\s*\)?|\([0-9]+(?:\.[0-9]+)*\)"
    rf"|{_NAMED})"
)
_LEAD = (
    r"(?:by|from|using|use|due to|via|because of|thanks to|according to|in view of|apply(?:ing)?"
    r"|invok(?:e|ing)|combin(?:e|ing)|follows (?:from|by)|in|see|by applying|follows directly from"
    r"|as a consequence of|implied by|recall(?:ing)?|with|plugging|substituting|together with|of)"
)
_REASON = re.compile(
    rf"\b(?i:{_LEAD})\s+(?:(?i:the|our|standard|well-known|simple|usual|above|previous|following)\s+)*"
    rf"(?P<what>{_WHAT}(?:\s*(?:,|and|, and)\s*{_WHAT})*)",
)
_POSSESSIVE = re.compile(
    rf"(?P<what>{_NAMED.replace('(?:the )?', '', 1)})\s*(?i:gives?|implies|yields?|shows?|states?"
    r"|says|tells us)"
)
_GIVES = re.compile(
    rf"(?P<what>{_STATEMENT}\s*(?:~|\s)*\(?(?:{_KEY}|{_NUMBER})\)?)\s*(?i:gives?|implies|yields?"
    rf"|shows?|states?|says|tells us)"
)
_CITES = re.compile(r"(?:\[(?P<what>[A-Z][A-Za-z+]*\d{2,4}[^\]]*)\])")
_AFTER = re.compile(
    r"(?i)^\s*[,;.]?\s*(?:by|from|due to|using|via|which follows|because|where the)"
)


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
    found = list(_reasons(before))
    if _AFTER.match(after):
        found += _reasons(after)
    return tuple(dict.fromkeys(_worded(text, titles) for text in found))


def _reasons(text: str) -> list[str]:
    found = []
    for pattern in (_REASON, _POSSESSIVE, _GIVES, _CITES):
        found += [item["what"] for item in pattern.finditer(text)]
    return found


def reasons_in(text: str) -> tuple[str, ...]:
    """Return the reasons that a remark beside a row names.

    Examples
    --------
    >>> reasons_in("(by Jensen's inequality)"), reasons_in("for all n")
    (("Jensen's inequality",), ())
    """
    plain = " ".join(text.replace("~", " ").split())
    found = _reasons(plain)
    if not found and re.fullmatch(rf"\(?\s*{_WHAT}\s*[.)]*", plain):
        found = [plain]
    return tuple(item.strip(" ().") for item in found)


def _worded(text: str, titles: Mapping[str, str]) -> str:
    def named(found: re.Match[str]) -> str:
        key = found.group()[1:-1].strip()
        return titles.get(key, key)

    return " ".join(re.sub(_KEY, named, text).split())
