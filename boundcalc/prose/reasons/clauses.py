r"""Clauses that give a display its reason, before it or behind it: "since", "combining", "gives".

Main definitions
----------------
`clause_before`, `clause_over`, `clause_after`: such a clause. `is_of_chain`: whether it says what
is done in all steps of a chain.
"""

from __future__ import annotations

import re

from boundcalc.prose.reasons.korean import korean_clause

_DONE = (  # to the row above, or to what the sentence says
    r"(?:re-?arrang|simplify|solv|sett|summ|add|multiply|divid|subtract|differentiat|integrat"
    r"|combin|plugg|insert|iterat|unroll|telescop|minimi[sz]|maximi[sz]|optimi[sz]|squar"
    r"|exponentiat|averag|replac|lett|choos|group|factor|marginali[sz]|recall|expand|tak|bound"
    r"|apply|substitut|invert|normali[sz]|complet|cancel|linear[iz]+|invok|condition|symmetri[sz]"
    r"|re-?index|exchang|interchang|swapp|evaluat|compar|decoupl|rescal|exploit|leverag)ing"
    r"|(?:re-?arrange|multiply|divide|differentiate|integrate|combine|plug|substitute|sum|add|take"
    r"|expand|apply|insert|bring|square|invert)\s+(?:this|these|those|both|it|them|(?:the )?"
    r"(?:above|previous|last|two|expectation|squares?|logarithms?|sum|derivatives?)\b"
    "|[\u27e6\u00ab]|eq)"
    r"|take (?:the |a )?(?:[a-z-]+ ){0,3}(?:expansion|series)|taylor[- ]expand(?:ing)?"
)
_SEEN = r"\b(?:suggests?|plots?|test set|experiments?|simulations?)\b"  # and not proved
_NO_STEP = re.compile(  # words that say what is done, and not that something follows from it
    rf"(?i)(?:{_DONE})\b.*\b(?:problem|program|is|are|was|amounts?|means|requires?|corresponds"
    r"|equivalent|the following|algorithm|guarantees?|ensures?|noise|not|never|nothing|cannot"
    r"|fails?)\b"
    r"|(?:taking|using|choosing)\b.*\bas\s*\u27e6\d+\u27e7\Z"  # for a name
    r"|.*\b(?:such that|so that|satisfying|to (?:satisfy|ensure|guarantee)(?: that)?)\s*\Z"
    r"|(?:by|via|using) (?:the )?(?:figures?|plots?|tables?|readers?|experiments?|simulations?"
    r"|numerical\w*|following|next|hand|eye|many|some|several|various|others)\b(?! fact)"
    r"|by (?:contrast|the way|default|abuse|the end|accident|an? miracle|chance|far|itself|now|then"
    r"|no means|analogy with)\b|from the point of view\b"
    rf"|.*{_SEEN}"
    r"|.*\b(?:wrong|invalid|by no means|would (?:be|have)|nice to|one expects|we expect)\b"
)
INSIDE = r"(?:[^.;]|\.(?=[a-z0-9]|\s?[(\u00ab0-9]))"  # of a clause: its points end nothing
_FOUND = (  # what is written "using Lemma 2"
    r"\b(?:(?:re-?)?writ(?:e|ten)|express(?:ed)?|bound(?:ed)?|comput(?:e|ed)|calculate(?:d)?"
    r"|evaluate(?:d)?|simplif(?:y|ied)|estimate(?:d)?|control(?:led)?)\b"
)
_SHOWN = (  # "it can be shown using Lemma 2 that"
    r"\b(?:it (?:is|was|has been)|(?:can|may) be|we have)\s+(?:\w+ly\s+|also\s+)?(?:shown|prove[dn]"
    r"|derived|established|verified|obtained|deduced)\b(?!.*\bas follows)"
)
_AS = (  # "as f is convex, we have"
    r"as(?=\s(?!(?:we|you|is|if|in|before|above|long|soon|well|far|to|for)\b)[^.;,]{1,80}?"
    r"\s(?:is|are|has|have|satisf(?:y|ies))\b(?! (?:(?:in|de)creased|varied|shown|seen|known"
    r"|noted|usual|common|customary|standard|tradition))"
    r"[^.;]*,)"
)
_BECAUSE = re.compile(
    r"(?i)(?:^\W*|[,;(:]|\u27e7(?= (?-i:[A-Z]))|\band\b|\bwhich\b|\bthen\b|^so|\bif we\b"
    rf"|\b(?:after|upon)\b(?=\s(?:{_DONE}))"
    r"|\bthat\b(?= (?:since|because)\b)"
    rf"|\bnow\b|\bwe\b(?: (?:can|may)(?: \w+ly)?\b)?|(?<=\s)(?=by (?:{_DONE}))"
    rf"|{_FOUND}[^.;:,]{{0,80}}?(?=\susing\b)|{_SHOWN}[^.;:,\u27e6]{{0,40}}?(?=\s(?:using|via|by)\b))\s*"
    rf"(?P<what>(?:since|because|using(?! the following)|by|from|due to|noting|observing|knowing"
    rf"|via|{_AS}"
    rf"|noticing|(?:considering|recogni[sz]ing|remembering) that|in view of|thanks to"
    rf"|putting(?=[^.;]*\btogether\b)"
    rf"|based on|follows (?:from|by|since|because)|uses|use (?:the|that|this)(?! following)"
    rf"|{_DONE})[\s,]{INSIDE}{{3,300}})"
)

SUCH = (  # what something is, from which a row may follow
    r"(?:\w+ly\s+|\w+-|\$?[^\s$]{1,12}\$?-)?(?:convex|concave|monotone|monotonic|(?:in|de)creasing"
    r"|(?:in)?dependent|i\.?i\.?d\.?|lipschitz|smooth|bounded|symmetric|unbiased|linear|orthogonal"
    r"|orthonormal|isotropic|positive|non-?negative|disjoint|differentiable|submodular|idempotent"
    r"|invertible|unitary|uncorrelated|centered|private|sub-?gaussian)\b"
)
_SO = re.compile(  # "f is convex, so"
    r"(?i)(?:^|[.;:]\s|\b(?:note|observe|recall|notice|know|see|fact) that\s)[\s*_(]*"
    r"(?P<what>(?!.*\b(?:if|when|where|whether|not|no|never|suppose|assum\w+|let|want|need|would"
    r"|claim\w*|believ\w*|says?|think\w*|expect\w*|guess\w*|hope\w*)\b)[^.;:]{1,120}?\s(?:is|are)\s+"
    rf"(?:\u27e6\d+\u27e7-)?{SUCH}[^.;:]{{0,80}}?),?\s+(?:and\s+)?"
    r"(?:so|hence|thus|therefore|whence|consequently)(?: that)?"
    r"(?:,?\s+(?:we|one|it)\s+(?:have|has|get|obtain|holds?|follows?)(?: that)?)?[\s,:]*\Z"
)
_DONE_ALONE = re.compile(  # "Rearranging:"
    r"(?i)(?:^|[.;,]\s|\bby\s)\W*(?P<what>(?:re-?arrang|telescop|expand|integrat|differentiat|squar"
    r"|exponentiat|iterat|unroll|factor|normali[sz]|marginali[sz])ing)[\s,:]*\Z"
)
_PROPERTY = (
    r"(?:continuity|convexity|concavity|smoothness|monotonicity|lipschitz\w*|boundedness|independence"
    r"|guarantees?|algebra|computations?|calculations?|manipulations?|optimality|stationarity"
    r"|linearity|symmetry|definitions?|assumptions?|conditions?|propert(?:y|ies)|integrability"
    r"|orthogonality|unbiasedness|submodularity|differentiability|subadditivity|rules?|facts?)"
)
_WRONG = (
    r"(?:no|not|neither|nor|nothing|careless|wrong|false|incorrect|na[i\u00ef]ve\w*|bad|sloppy|flawed"
    r"|heuristic|rough|crude|hypothetical|missing|unproven)"
)
_SUBJECT = re.compile(  # of which the display is said to be what it gives
    r"(?i)(?:^|[.;:,]\s|\b(?:then|now|so|hence|thus)\s)\W*"
    rf"(?!(?:[^\s.,;:]+ ){{0,3}}?{_WRONG}\b)(?P<what>(?:the |an? |some |our )?"
    rf"(?:(?!(?:that|which|who|then|now|so|hence|thus|note|also|finally|here) )[^\s.,;:]+\s+)"
    rf"{{0,4}}?{_PROPERTY}\b(?:(?!\b(?:that|which|who)\b(?! \u27e6))[^.;:]){{0,150}}?"
    r"|(?:(?:upper|lower|further|again|first)[ -])?"
    r"(?!(?:ignor|neglect|disregard|forgett?|hop|guess|omitt|dropp|approximat|pretend|wish|noth"
    r"|someth|anyth|everyth|follow|dur|accord|be|hav|assum|suppos|remain|includ|interest|correspond"
    r"|exist|train)ing)[a-z]+ing\b(?! (?:to|for|in)\b)[^.;:]{3,200}?)\s+"
    r"(?:(?:now|then|also|directly|immediately|easily|further) )?(?:gives?|impl(?:y|ies)|yields?"
    r"|shows?|tells us|guarantees?|ensures?"
    r"|(?:lets|allows) (?:us|one)(?: to)? \w+)(?: us)?(?: that)?[\s,:]*\Z"
)
_OF_CHAIN = re.compile(
    r"(?i)(?:by|after|using|with|via|now|then)?\s*(?:(?:direct|simple|straightforward|elementary"
    r"|basic|explicit|routine|some|the|an?)\s+)*(?P<how>re-?arrang|simplify|expand|combin|putting|algebra"
    r"|computation|calculation|manipulation)"
)


def clause_before(text: str) -> str:
    """Return the clause that begins with a word such as "since" before a display, or nothing.

    Examples
    --------
    >>> clause_before("Since the noise is independent, we have")
    'Since the noise is independent'
    >>> clause_before("Convexity of the loss implies that"), clause_before("Nothing here gives")
    ('Convexity of the loss', '')
    """
    found = [_bare(item["what"]) for item in _BECAUSE.finditer(text[-300:])]
    found = [item for item in found if not _NO_STEP.match(_ASIDE.sub(" ", item))]
    subject = None if found or re.search(_SEEN, text[-300:]) else _SUBJECT.search(text[-300:])
    other = _SO.search(text[-300:]) or _DONE_ALONE.search(text[-300:])
    subject = subject or (None if found else other)
    said = subject["what"].strip() if subject else next(iter(found[::-1]), "")
    return _THAT.sub("", said) or korean_clause(text)


_ASIDE = re.compile(  # of one thing in a clause: "(which is positive)"
    r"(?i)(?:\(|-{2,3}|\u2014)\s*(?:which|since|because|as|recall)\b"
    r"(?!.*\b(?:wrong|invalid|false|not|never|cannot)\b)[^().;]*?(?:\)|-{2,3}|\u2014)"
)


def clause_over(before: str, number: int) -> str:
    """Return the clause of displays that give the one behind them its reason, or nothing.

    Parameters
    ----------
    before : str
        What stands before the display in its sentence.
    number : int
        The number of the display before it.

    Examples
    --------
    >>> texts = "Since \u27e60\u27e7 we have ", "We want \u27e60\u27e7 and have "
    >>> [clause_over(text, 0) for text in texts]
    ['Since \u27e60\u27e7', '']
    """
    head, mark, rest = before.partition(f"\u27e6{number}\u27e7")
    found = _OVER.search(head) if _GOES_ON.fullmatch(rest) else None
    return f"{found['what']}{mark}" if found else ""


_OVER = re.compile(
    r"(?i)(?:^|[,;:]\s|\band |\bbut |\bnow,? )\W*(?P<what>(?:since|because|using|from|combining"
    r"|inserting|plugging(?: in)?|substituting|noting that|adding|summing)\b"
    r"(?:(?!\b(?:not|never|no|if|whether|we want|we need|cannot)\b)[^.;:]){0,200})\Z"
)
_GOES_ON = re.compile(
    r"(?i)[\s,]*(?:(?:then|hence|thus|so|therefore|now)\s+)*(?:we|one|it|this|the|that)\b"
    r"(?:(?!\b(?:want|need|wish|hope|since|because|remains|suffices|must|should"
    r"|goal|aim|claim|conjecture|question|false|wrong|converse|opposite)\b)[^.;:\u27e6])*"
)


def _bare(clause: str) -> str:
    """Return a clause without the words that lead to what follows from it."""
    return _GIVES.sub("", _LEADS.sub("", clause)).strip(" ,:")


_THAT = re.compile(r"(?i)\s+(?:then )?that[\s,:]*\Z")
_GIVES = re.compile(r"(?i)\s(?:now |then )?(?:gives?|yields?|implies)(?: us)?(?: that)?[\s,:]*\Z")


def is_of_chain(clause: str, bounds: int) -> bool:
    """Return whether a clause says what is done in all steps of a chain.

    Computing gives equations; what combines two bounds may give two.

    Examples
    --------
    >>> is_of_chain("Combining both", 2), is_of_chain("Combining both", 3)
    (True, False)
    >>> is_of_chain("By direct computation", 0), is_of_chain("Since f is convex", 0)
    (True, False)
    """
    found = _OF_CHAIN.match(clause)
    most = 2 if found and _COMBINES.match(found["how"]) else 0
    return found is not None and bounds <= most


_COMBINES = re.compile(r"(?i)combin|putting")


def clause_after(text: str) -> str:
    """Return the clause that gives a reason at once behind a display, or nothing."""
    found = _FOLLOWS.match(text)
    return found["what"].strip(" ,") if found else ""


_LEADS = re.compile(
    r"(?i)(?:(?<!\bthat)(?<!\bthat\s)(?<!\bwhich)(?<!\bwhich\s),?\s*"
    r"(?:(?:directly |finally )?leads? (?:us )?to"
    r"|to (?:have|get|obtain|see|write|conclude|bound|show)"
    "|we (?:also )?(?:have(?! \u27e6\\d+\u27e7,)|get|obtain|find|see|conclude|know|can|may|then)"
    r"|it follows)"
    r"|,\s*(?:this|then|one|the following|for (?:all|any|every|each)|that))\b.*$"
)
SEE = (  # a work, or a statement, and no figure
    rf"(?:see|cf\.)(?!{INSIDE}*\b(?:counter-?examples?|why|false|fails?|comparisons?|discussions?"
    r"|related|background|notation|definitions?|history|alternatives?|other|weaker|stronger|converse"
    r"|intuition|figures?|pictures?|motivation|examples?|next version|future|forthcoming)\b)"
    r"(?:,? e\.g\.,?)?(?: also)?\s+"
    r"(?:\(?\u00ab(?!(?:fig|tab|alg|sec|app)\w*[:._-])[^\u00bb]*\u00bb\)?"
    r"|(?:Theorem|Lemma|Proposition|Corollary|Claim|Fact|Eq\w*\.?)\s*~?[(\u00ab0-9A-Z]"
    r"[^.;)]{0,60})"
)
_FOLLOWS = re.compile(
    r"(?i)^\s*[,;.]?\s*(?P<what>(?:since|because|as|by|using|from|due to|which follows"
    r"|follows|thanks to|in (?:view|light) of|owing to|via"
    r"|(?:which|that) (?:\w+ly )?(?:holds?|is (?:true|valid|clear)|is|follows) (?:\w+ly )?"
    r"(?:since|because|by|from|due to|using|via)"
    rf"|where we (?:have )?(?:used?|applied|substituted?))\s{INSIDE}{{3,200}}"
    rf"|[(\s]*{SEE}"
    rf"|where(?! (?:the )?(?:notation|convention|symbol|letter))(?={INSIDE}*\b(?:lemma|theorem|fact"
    r"|proposition|corollary|claim|inequality|identity|property|assumption|independence|convexity"
    rf"|rule)\b){INSIDE}{{3,80}}? (?:was|is|were|are|ha(?:s|ve) been)"
    r" (?:used|applied|invoked)\b)"
)
