r"""Names of known results as they stand in words: "Markov's inequality", "the chain rule".

Main definitions
----------------
`result_name`: a text that is such a name. `titled_result`: what the title of a statement names.
`named_inequality`: a heading that is the name of one.
`called`: under which name a sentence says that the display before it is known. `is_left_out`:
whether a proof that begins at a place is none. `is_inequality`, `inequalities_in`: whether a reason
names inequalities, and which.
"""

from __future__ import annotations

import re

from boundcalc.tex.source import Fragment

TITLED = "the title: "  # begins a reason that is the title of a statement
PLAIN = "(?:[^.,;:\u27e6()\u00ab]|\u00ab[^\u00bb]*\u00bb|(?<=[0-9])[.](?=[0-9]))"  # of a name
NAMED = (
    r"(?:(?:the )?(?:reverse )?(?:Markov|Chebyshev|Chernoff|Hoeffding|Jensen|Bernstein|Azuma"
    r"|McDiarmid|Bennett|Cauchy(?:[-\u2013\s]+(?:Schwarz|Schwartz))?|H\u00f6lder|Holder|Minkowski|Young"
    r"|Pinsker|Fano|Slud|Bayes|Taylor|Stirling|Bernoulli|Doob|Kolmogorov|Talagrand|Massart|Sauer"
    r"|Fubini|Tonelli|Slutsky|Lindeberg|Bonferroni|Boole|Le Cam|Gr\u00f6nwall|Gronwall|Fenchel"
    r"|Bretagnolle|Berry|Paley|Cram[e\u00e9]r|Rao|Blackwell|Efron|Stein|Weyl|Lieb|Golden"
    r"|Neyman|Pythagor\w+|Dudley|Khintchine|Ledoux|Lipschitz\w*|Borel|Cantelli|Fatou|Lebesgue"
    r"|Radon|Nikodym|Sion|Danskin|Von Neumann|Newton|Euler|Riemann|Fisher|Freedman|Ville|Wald"
    r"|Parseval|Plancherel|Weierstrass|Carath[e\u00e9]odory|Gershgorin|Slepian|Sudakov|Hanson"
    r"|Poincar[e\u00e9]|Kraft|Scheff[e\u00e9]|Rosenthal|Burkholder|Helly|Prokhorov|Skorokhod"
    r"|Woodbury|Vandermonde|Leibniz|Rolle|Schur|Courant|Hadamard|Donsker|Glivenko|Kantorovich)"
    rf"\b{PLAIN}{{0,40}}"
    r"|(?:taylor|markov|jensen|chebyshev|hoeffding|chernoff|cauchy|bernstein|fubini)(?:'s)?"
    r" (?:theorem|inequality|lemma|formula|bounds?|expansion|series)"
    rf"|(?:the )?AM(?:[-/\u2013]|\s)GM\b{PLAIN}{{0,40}}"
    r"|(?:the )?(?:union[- ]bounds?|triangle inequality"
    r"|law of (?:total|iterated|large|the unconscious)[a-z ]*|tower (?:property|rule)"
    r"|chain rule|mean value theorem|linearity(?: of (?:the )?expectations?)?"
    r"|central limit theorem|data processing inequality|minimax theorem"
    r"|product rule|binomial theorem|convexity|concavity|monotonicity|independence|symmetry"
    r"|post-?processing|(?:basic |advanced |simple |sequential |parallel )?composition(?: theorem)?"
    r"|group privacy|definition(?: of [^.,;:\u27e6]{1,40})?|assumption|hypothesis|construction"
    r"|induction(?: hypothesis)?|(?:strong |weak )?duality|Bayes(?:'|\u2019)?s? rule"
    r"|integration by parts|change of (?:variables?|measure)|optimality"
    r"[^.,;:\u27e6]{0,30}|first.order [a-z ]{3,30}|smoothness|strong convexity"
    r"|sub-?Gaussian\w*|Lipschitz\w*"
    r"|differential privacy|privacy of [^.,;:\u27e6]{1,30}|total probability|dominated convergence"
    r"|monotone convergence|total variation[^.,;:\u27e6]{0,20}|Rademacher[^.,;:\u27e6]{0,30}))"
)
PEOPLE = (
    r"(?:Markov|Chebyshev|Chernoff|Hoeffding|Jensen|Bernstein|Azuma|McDiarmid|Bennett|Talagrand|Cauchy-Schwarz"
    r"|Cauchy|H\u00f6lder|Holder|Minkowski|Pinsker|Fano|Bayes|Massart|Sauer-Shelah|Sauer|Fubini)"
)
PROPER = (  # what bears the name of a person
    r"(?:[A-Z][a-z\u00e9\u00f6\u00fc]+(?:[-\u2013][A-Z][a-z\u00e9\u00f6\u00fc]+)*(?:'s|\u2019s)"
    r"|[A-Z][a-z\u00e9\u00f6\u00fc]+(?:[-\u2013][A-Z][a-z\u00e9\u00f6\u00fc]+)+)"
    r" (?i:inequality|theorem|lemma|identity|formula|bound|rule|law)"
    r"(?: (?i:for|of) [^.,;:()]{1,40})?"
)
_RESULT = r"(?:inequalit(?:y|ies)|theorem|lemma|law|identity|identities|formula|principle|rules?)"
_GENERAL = (  # words that every statement may have in its title
    r"(?:main|our|the|an?|this|that|key|first|second|third|simple|useful|auxiliary|technical|basic"
    r"|general|informal|formal|important|upper|lower|new|improved|refined|final|following|helper"
    r"|preliminary|previous|above|current|desired|crucial|central|fundamental|elementary|easy|last"
    r"|next|proposed|restated?|version|of|and|or|for|in|on|to|by|with|[0-9.]+)"
)
_TOPIC = re.compile(
    rf"(?i)(?:(?!{_GENERAL}\b)[\w'\u2019\u2013-]+ )(?:[\w'\u2019\u2013-]+ ){{0,4}}{_RESULT}"
    r"(?: (?:for|of|in|on) [^.,;:()]{1,50})?"
    r"|(?:uniform |strong |weak )?laws? of [\w -]{3,40}"
    r"|(?:the )?principle of (?!our\b|this\b)[\w -]{3,40}"
    r"|(?:chain|product|sum|tower) rules?(?: (?:for|of) [^.,;:()]{1,50})?"
    r"|(?:gaussian |measure |subgaussian )?concentration(?: (?:of|on|for) [^.,;:()]{1,50})?"
)
_OF_FIELD = re.compile(  # what everybody in it knows by these names
    r"(?i)linearity of (?:the )?expectations?|group privacy"
    r"|(?:basic|simple|advanced|strong|adaptive|sequential|parallel|optimal) composition"
    r"|(?:closure under |invariance under )?post-?processing(?: immunity| invariance)?"
    r"|(?:the )?(?:laplace|gaussian|exponential|geometric|staircase) mechanism|randomized response"
    r"|(?:privacy )?amplification by (?:sub-?sampling|sampling|shuffling|iteration)"
    r"|(?:gaussian|normal|sub-?gaussian) tails?(?: bounds?)?"
    r"|law of total (?:probability|expectation|variance)"
)
_IS_DENIED = re.compile(
    r"(?i)\b(?:no|not|fail\w*|false|wrong|un-?prove[nd]|conjectur\w+|open|counter\w*|disprov\w+"
    r"|against|without|is|are|magic|converse|beyond|errors? in)\b"
    r"|\ud2c0\ub838|\uac70\uc9d3|\ubc18\ub840|\uc54a|\ucd94\uce21|\ubbf8\ud574\uacb0"
)
_PAIR = re.compile(  # such as Courant-Fischer, alone or with what it is
    r"[A-Z][a-z\u00e9\u00f6\u00fc]{2,}(?:[-\u2013][A-Z][a-z\u00e9\u00f6\u00fc]{2,})+"
    r"(?: [a-z][\w -]{2,40})?"
)
_OF_PERSON = re.compile(
    rf"(?:[\w-]+ ){{0,4}}(?:{PEOPLE}|[A-Z]\w+(?:[-\u2013][A-Z]\w+|['\u2019]s))"
    rf" (?:[\w-]+ ){{0,3}}(?i:{_RESULT}|bound)"
)
_IS_OWN = re.compile(r"(?i)\b(?:our|new|novel|improved|refined|proposed|main|generali[sz]\w+)\b")
_IS_RESULT = re.compile(rf"(?i)\b(?:{_RESULT}|bound)\b")
_BEFORE_TITLE = re.compile(r"^[\s*#]*(?:[A-Z]?[0-9]+(?:\.[0-9]+)*)?[\s.:(*\u2014\u2013-]*")
_IN_KOREAN = re.compile(
    rf"{PEOPLE} (?:\ubd80\ub4f1\uc2dd|\ubcf4\uc870\uc815\ub9ac|\uc815\ub9ac)(?= \(|\Z)"
)
_AT_PAGE = re.compile(r"[A-Z][\w&. ()]{1,60}?,?\s*\bpp?\.\s?[0-9][^\n]{0,40}")
_CALLED = re.compile(
    r"(?i)^\W*(?:(?:this|it|which|the (?:above|last|latter)(?: \w+)?|(?:this|the) (?:bound|result"
    r"|inequality|relation|identity|equation))\s+(?:(?:is|are)(?:\s+(?:also|often|exactly|precisely"
    r"|just))?(?:\s+(?:called|known as|referred to as|named))?|gives us)"
    r"|(?:is\s+)?(?:also\s+)?(?:called|known as)|gives us)"
    r"\s+(?:(?:the|so-called|famous|well-known|celebrated|classical)\s+)*[\W_]*"
    r"(?P<what>[^.;:,*_]{4,60}?)[\W_]*(?:[.;:,]|$)"
)

_INEQUALITIES = re.compile(
    rf"(?i){PEOPLE}|union[- ]bound|triangle|inequality|\bconvex|\bconcav|\ubd80\ub4f1\uc2dd"
)


def result_name(text: str) -> str:
    """Return a text that is the name of a known result and nothing else, or nothing.

    Examples
    --------
    >>> result_name("Jensen's inequality"), result_name("our inequality")
    ("Jensen's inequality", '')
    """
    plain = text.strip(" *()")
    for item in (plain, plain[:1].lower() + plain[1:], plain.lower()):
        if re.fullmatch(f"{NAMED}|{PROPER}", item):
            return item
    return ""


def named_inequality(heading: str) -> str:
    """Return the inequality by a name that a heading is and nothing else, or nothing.

    Examples
    --------
    >>> named_inequality("2.1 Markov's inequality"), named_inequality("Using Markov's inequality")
    ("Markov's inequality", '')
    """
    plain = _BEFORE_TITLE.sub("", heading).strip(" .:*()_{}#")
    return plain if _BY_NAME.fullmatch(plain) else ""


_BY_NAME = re.compile(rf"(?i){PEOPLE}(?:[-\u2013]{PEOPLE})?(?:['\u2019]s)? (?:inequality|bounds?)")


def titled_result(title: str) -> str:
    """Return the name of a result, or the page of a book, that the title of a statement is.

    Examples
    --------
    >>> titled_result("7.4.1 (Sudakov's minoration inequality"), titled_result("3 (our bound)")
    ("Sudakov's minoration inequality", '')
    """
    plain = _BEFORE_TITLE.sub("", title).strip(" .:*()_")
    if found := _IN_KOREAN.match(plain):
        return found[0]
    plain = re.sub(r"(?i)(?::| \(|,) *(?:[a-z]+ )?(?:restat\w*|version|tail)\Z", "", plain)
    if _IS_DENIED.search(plain):
        return ""
    known = result_name(plain)
    if _OF_FIELD.fullmatch(plain) or known[:1].isupper() or _IS_RESULT.search(known):
        return known or plain
    kinds = (_TOPIC, _PAIR, _OF_PERSON, _AT_PAGE)
    is_named = _IS_OWN.search(plain) is None and any(kind.fullmatch(plain) for kind in kinds)
    return plain if is_named else ""


def called(text: str) -> str:
    """Return the name under which a text says that what is displayed before it is known.

    Examples
    --------
    >>> called("This is called the Fano's inequality."), called("This is our bound.")
    ("Fano's inequality", '')
    """
    found = _CALLED.match(text)
    what = found["what"].strip() if found else ""
    return result_name(what) if _IS_RESULT.search(what) else ""


def is_inequality(reason: str) -> bool:
    """Return whether a reason is a named inequality, which is no reason for an equation.

    Examples
    --------
    >>> is_inequality("Jensen's inequality"), is_inequality("Lemma 2")
    (True, False)
    """
    return _INEQUALITIES.search(reason) is not None and "Bayes" not in reason


def inequalities_in(text: str) -> list[str]:
    """Return the names of inequalities in a text, each as often as it stands there.

    Examples
    --------
    >>> inequalities_in("by the union bound and Hoeffding's inequality")
    ['union bound', 'hoeffding']
    """
    found = re.findall(rf"(?i){PEOPLE}|union[- ]bound|triangle", text)
    return [item.lower().replace("-bound", " bound") for item in found]


def is_left_out(place: Fragment) -> bool:
    """Return whether a proof or a solution that begins at a place is none, but left out."""
    text = place.source.text[place.start : place.start + 600]
    found = _LEFT_OUT.match(text[:200]) or _NOT_KNOWN.match(text[:400]) or _NOTHING.match(text)
    return found is not None


_OPENS = r"[\W_]*(?:begin\{)?\w+(?:\}\s*\[[^\[\]]{0,120}\])?(?:</?[a-z]+>|[\W_])+"
_LEFT_OUT = re.compile(
    rf"(?i){_OPENS}(?:is |was |are )?"
    r"(?:to be (?:written|done|added)|omitted|skipped|left|exercise|to ?do|tbd|missing|not given"
    r"|\uc0dd\ub7b5)\b"
)
_NOT_KNOWN = re.compile(  # what it should show is open or false, as its title or its words say
    r"(?i)[\W_]*begin\{\w+\}\s*\[[^\[\]]*\b(?:false|wrong|no proof|flawed|incomplete|fails?|why)\b"
    rf"|{_OPENS}(?:(?:open|unknown|wrong|false|counter-?example|coming soon)(?=[.,;:!]| as\b)"
    r"|still (?:open|missing)|nobody (?:knows|has)|see (?:the |our )?errat"
    r"|(?:we|i) (?:could not|cannot|did not) (?:find|prove) (?:one|it|this|a proof|any)\b"
    r"|(?:this|it|that|the (?:claim|theorem|lemma|statement|exercise"
    r"|problem|result|proposition|proof|bound|inequality))\b[^.;,]{0,40}?\b(?:is|remains"
    r"|seems|contains?|has)\b(?:(?!\b(?:if|unless|not|for|when)\b)[^.;,]){0,30}?"
    r"\b(?:open(?! (?:set|ball|in))|unknown|unclear|false|wrong|incorrect|flawed|mistakes?"
    r"|gaps?|errors?)(?=[.,;:]| as\b| and\b)"
    r"|the (?:claim|theorem|lemma|statement|exercise|result|proposition) does not hold\b"
    r"|(?:we|i) (?:(?:do not|don't) (?:know|have)|have no (?:idea|proof)"
    r"|(?:only|just) (?:show|prove|check) (?:it|this) (?:for|when|if)))"
)
_NOTHING = re.compile(  # marks alone, of which none refers to anything
    r"\\begin\{\w+\}(?:\[[^\]\n]*\])?"
    r"(?:\s|%[^\n]*\n|\\(?!end\b|[A-Za-z]*(?:cite|ref))[A-Za-z]+(?:\{[^{}]*\})*)*"
    r"\\end\{"
)
