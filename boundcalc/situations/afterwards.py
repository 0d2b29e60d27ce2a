r"""Reasons that stand behind a display in sentences of their own, and statements used by name.

"Here (a) follows from Lemma 2." and "The first inequality is by Jensen." name a step of the display
before them; "This holds because ..." names its last one. The claim of a statement is known under
the name of the statement where the document uses it by that name elsewhere.

Main definitions
----------------
`steps_after`, `reason_after`: what a sentence says of the display before it.
`stated_by_label`, `stated_by_number`: a statement that is used by name. `explained`: a situation
with such reasons. `with_reasons`: with those of its own sentence; `as_before`: with those of the
display before it; `denied`: without any; `judged`: without, if a sentence denies its display.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from boundcalc.prose.chinese import is_left
from boundcalc.prose.phrases import denies_before
from boundcalc.prose.prose import Sentence
from boundcalc.prose.reasons.citations import (
    lead_reason,
    named_before,
    reasons_in,
    reasons_of,
    statement_name,
)
from boundcalc.prose.reasons.clauses import INSIDE, SEE, clause_after, clause_before, clause_over
from boundcalc.prose.reasons.doubts import is_doubted
from boundcalc.prose.reasons.korean import is_korean_task, korean_rejects
from boundcalc.prose.reasons.steps import begins_with_step, step_reasons
from boundcalc.prose.standing.standing import Standing
from boundcalc.situations.around import behind, between, leaves_proof
from boundcalc.situations.situations import Situation
from boundcalc.tex.documents import Display
from boundcalc.tex.files import Document
from boundcalc.tex.known_results import NAMED, called

_STEP = r"(?:inequality|equality|identity|bound|step|relation)"
_ABOUT = re.compile(
    rf"(?i)^\W*(?:(?:this|the above|the latter|it|the (?:last |final )?{_STEP})"
    rf"(?: (?:last )?{_STEP})?(?: above)?"
    r"\s+(?P<what>(?:simply |also |directly |easily |immediately )?"
    r"(?:follows (?:from|by|because|since)|holds (?:by|because|since|due)"
    r"|is (?:by|because|due to|an? (?:direct )?(?:consequence|application) of|true since)"
    rf"|uses|is just)\b{INSIDE}{{3,160}})"
    rf"|(?:here|above|note that),? (?P<used>we (?:have )?(?:used|applied|use)\b{INSIDE}{{3,160}})"
    r"|to see (?:this|that|why|it),? (?:simply |just )?(?P<seen>(?:we )?(?:apply|use|recall|note"
    rf"|observe|notice)\b{INSIDE}{{3,160}})"
    rf"|(?:for (?:a|the) proof,? |for details,? )?(?P<see>{SEE})"
    r"|(?P<proof>(?:a|the) proof(?: of this(?: fact)?)? (?:can be found|is given|appears) in\s+"
    r"\u00ab[^\u00bb]*\u00bb)"
    rf"|indeed,? (?P<indeed>(?:by|since|because|from|using)\b{INSIDE}{{3,160}}))"
)
_HOPED = re.compile(
    r"(?i)\b(?:cannot|can ?not|can't|would|could|might|wrong|false|try|hope|something else"
    r"|elsewhere|another|instead)\b"
)
_IS_HOPED = re.compile(  # of a step
    r"(?i)\b(?:hope[ds]?|fail(?:s|ed)?|tried|wanted|would|conjectur\w*|guess\w*|heuristic\w*)\b"
    r"|\bonly (?:if|when|for|where)\b|\b(?:unless|except|provided that)\b|,\s*if\b"
)
_OF_OTHER = re.compile(  # "it follows from Lemma 2 that x = y", "only if it is convex"
    r"(?i)\A\W*it\b.*(?<!fact )(?<!assumption )(?<!property )(?<!observation )\bthat\b"
    r"|\b(?:only (?:if|when|for|where)|unless|except|provided that)\b|,\s*if\b"
)
_CAUSE = re.compile(
    r"(?i)(?:(?:simply|also|just|directly|easily) )*(?:uses?|used|by|from|due|because|since|stems?"
    r"|(?:follows?|holds?|comes?|results?)(?: \w+ly)? (?:from|by|because|since|due|as|using|via"
    r"|if we)"
    r"|(?:we )?(?:have )?(?:used?|appl(?:y|ied)|invoked?|divided|multiplied|substituted|added)"
    r"|(?:is|was|are|were) (?:obtained |valid |true |justified |just )*(?:by|due|because|since|from"
    r"|an? (?:direct |simple )?(?:consequence|application)|the (?:definition|triangle|union)"
    rf"|linearity|independence|(?:the )?(?-i:{NAMED})))\b"
)
_SAY = r"(?:think|believe|expect|guess|suspect|try|want|argue|claim|say|conclude|assume|write)"
_REJECTS = re.compile(  # before a display, with nothing between that ends it
    r"(?i)(?:\b(?:not|never)\s+(?:\w+\s+)?(?:true|the case|correct|valid|right|clear|obvious|known)"
    r" (?:that|whether|if|why)\b"
    r"|\b(?:is|are|was) (?:of course |simply |just )?(?:false|wrong|incorrect|untrue|nonsense)\b"
    r"|\b(?:false|wrong|incorrect|untrue|absurd|nonsense|flawed|fake|bogus) (?:that|to|assumption"
    r"|claim|lemma|proof|argument|statement|theorem|application|use|step)\b|\bmisconceptions?\b|\bdisprov\w+"
    r"|\b(?:find|spot|where is|what is) (?:the|an?|all|any) (?:error|mistake|flaw|gap)s?\b"
    r"|\b(?:mistakes?|pitfalls?) (?:is|was|here|would be|lies|to)\b"
    r"|\b(?:common|frequent|typical|classic"
    r"|popular|usual) (?:mistake|error|pitfall)s?\b"
    r"|\b(?:tempt\w+|contradiction|whether|doubt\w*|na[i\u00ef]ve\w*(?<!ly)"
    r"|na[i\u00ef]vely(?! (?:upper |lower )?bound)|mistaken\w*|erroneous\w*"
    r"|fallac\w+|wrongly|falsely|incorrectly|conjectur\w+|hop(?:e|es|ed|ing)|would like|refus\w+"
    r"|den(?:y|ies|ied)|fail(?:s|ed)? to|neither|nor|nobody|no one|unlike|contrary to"
    r"|in contrast (?:to|with)|were (?:true|to)|there (?:is|are) no|for no)\b"
    rf"|\bmight (?:\w+ )?{_SAY}\b|\b(?:may|could|would) (?:\w+ )?(?:think|believe|expect|guess"
    rf"|suspect)\b|\bwould (?:imply|give|yield|follow|mean|get|obtain|have|be)\b"
    r"|\bif (?:it|we|one|this|you|they) could\b"
    r"|\b(?:remains|yet|still) to be (?:shown|prove[dn]|seen)\b"
    r"|\bthan\s*\Z|\bsubject to\b|\bgives? only\b|\bonly gives?\b"
    r"|\bcontains? (?:an? |\w+ )?(?:error|mistake|gap|flaw)s?\b"
    r"|^\W*(?:suppose|assume|imagine|pretend)\b[^.;]*\bthat\s*\Z"
    rf"|\b(?:students|beginners|people|many|some)(?: authors)? (?:\w+ )?{_SAY}\b"
    r"|\b(?:does|do|did|will|can|have|has|had) ?not (?:\w+ )?(?:give|imply|yield|show|apply|say"
    r"|state|mean|follow|suffice|prove|tell)\w*|\b(?:remains|is) (?:open|unclear|unknown)\b"
    r"|^\W*(?:can|could|does|do|is|are|would|will|should|may) (?:we|it|this|that|one|the|you)\b"
    r"|\b(?:we|one|you|it|this|that|which|they) (?:cannot|can ?not|can't|could not|do not|don't"
    r"|did not|must not)\b(?!,))"
    r"(?:(?!\b(?:but|however|instead|rather|so|then|hence|thus|therefore|still|yet|nevertheless)\b)"
    r"[^;])*\Z|\bif\b[^.;]*\bwere (?:true|valid|correct|possible|to hold)\b"
)
_NO_REASON = re.compile(r"(?i)^\W*(?:\w+ )?(?:not|never|no|false|wrong|unclear|unknown)\b")
_PROOF_OF = re.compile(r"(?i)(?:proof|prove|proving|proved)[^.$\\]{0,40}\W*$")


def steps_after(text: str) -> list[tuple[str, str]]:
    """Return the reasons that a sentence gives to steps of the display before it.

    Examples
    --------
    >>> steps_after("Here (a) follows from Lemma 2.")
    [('(a)', 'follows from Lemma 2')]
    >>> steps_after("The first bound is our main result.")
    []
    """
    found = step_reasons(text) if begins_with_step(text) else []
    return [(where, what) for where, what in found if _is_cause(what)]


def _is_cause(text: str) -> bool:
    """Return whether what is said of a step is why it holds."""
    is_denied = _NO_REASON.match(text) or _IS_HOPED.search(text) or is_doubted(text)
    return not is_denied and bool(_CAUSE.match(text) or reasons_in(text))


def reason_after(text: str) -> str:
    """Return the reason that a sentence gives to the display before it, or nothing.

    Examples
    --------
    >>> reason_after("This follows from the definition of h."), reason_after("This is our claim.")
    ('follows from the definition of h', '')
    """
    found = _ABOUT.match(text)
    if found is None:
        return called(text)
    what = next(filter(None, found.groupdict().values())).strip(" ,")
    return "" if _HOPED.search(what) or _OF_OTHER.search(f"{text.split()[0]} {what}") else what


@lru_cache(maxsize=4096)
def used_by_label(text: str, label: str) -> bool:
    r"""Return whether a text refers to a label other than where it proves what bears it.

    Examples
    --------
    >>> used_by_label(r"By Lemma \ref{a}, ...", "a")
    True
    >>> used_by_label(r"Proof of Lemma \ref{a}.", "a")
    False
    """
    reference = re.compile(rf"\\[A-Za-z]*ref\*?\s*\{{[^{{}}]*(?<![^{{,]){re.escape(label)}\s*[,}}]")
    return any(
        _PROOF_OF.search(text[max(0, found.start() - 60) : found.start()]) is None
        for found in reference.finditer(text)
    )


@lru_cache(maxsize=4096)
def used_by_number(text: str, name: str) -> bool:
    """Return whether a text names a statement such as "Theorem 2.5" besides its heading.

    Examples
    --------
    >>> used_by_number("**Theorem 2.** We claim. By Theorem 2, it holds.", "Theorem 2")
    True
    >>> used_by_number("**Theorem 2.** We claim. Proof of Theorem 2. By Theorem 2.5", "Theorem 2")
    False
    """
    spelled = r"\s*".join(map(re.escape, name.split()))
    uses = 0
    for found in re.finditer(rf"{spelled}(?!\.?[0-9])", text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        is_heading = re.fullmatch(r"[\s#>*+-]*(?:\d+[.)][\s*]*)?", line) is not None
        is_proof = _PROOF_OF.search(line[-60:]) is not None
        uses += not is_heading and not is_proof
    return uses > 0


def stated_by_label(document: Document, kind: str, label: str) -> list[str]:
    """Return under which name a statement is known that the document refers to by its label."""
    is_used = label and any(used_by_label(source.text, label) for source in document.sources)
    return [f"stated as {kind} {label}"] if is_used else []


def stated_by_number(document: Document, text: str) -> str:
    """Return under which number the statement is known that a text begins, if it is used by it."""
    name = statement_name(text)
    is_used = name and any(used_by_number(source.text, name) for source in document.sources)
    return f"stated as {name}" if is_used else ""


def explained(situation: Situation, sentence: Sentence) -> Situation | None:
    """Return a situation with the reasons that a sentence behind its display gives, if any."""
    steps = [(where, sentence.written(what)) for where, what in steps_after(sentence.text)]
    last = sentence.written(reason_after(sentence.text))
    if not steps and not last:
        return None
    return replace(situation, steps=(*situation.steps, *steps), last=situation.last or last)


def with_reasons(
    known: Situation,
    sentence: Sentence,
    number: int,
    titles: Mapping[str, str],
    named: Sequence[str],
) -> Situation:
    """Return a situation with the reasons that the words around its display give.

    Parameters
    ----------
    known : Situation
        What holds at the display.
    sentence : Sentence
        The sentence around it, in which it has a number.
    number : int
        This number.
    titles : mapping from str to str
        Under which names labels are known.
    named : sequence of str
        What titles name.
    """
    if _is_refused(sentence, number):
        return known
    said, before = behind(sentence, number), between(sentence, number)
    if is_left(before) or is_left(said):  # of which nobody knows what they say of a reason
        return replace(known, reasons=tuple(named))
    is_wish = known.standing is Standing.WISH  # "by Lemma 2, it suffices to show that"
    first = "" if is_wish or is_doubted(before) else clause_before(before)
    first = first or ("" if is_wish else _over(sentence, number))
    reasons = [
        *map(sentence.written, () if is_wish else reasons_of(sentence, number, titles)),
        *named,
        *filter(None, (lead_reason(sentence.text), named_before(before))),
    ]
    return replace(
        known,
        reasons=tuple(reasons),
        steps=tuple(
            (where, sentence.written(what)) for where, what in step_reasons(said) if _is_cause(what)
        ),
        first=sentence.written(first),
        last="" if is_doubted(said) else sentence.written(clause_after(said) or called(said)),
    )


def _is_refused(sentence: Sentence, number: int) -> bool:
    """Return whether a sentence denies a display, doubts it, or leaves it to its reader."""
    left, _, after = sentence.text.partition(f"\u27e6{number}\u27e7")
    left = re.split("|".join(f"\u27e6{at}\u27e7" for at, _ in sentence.displays), left)[-1]
    is_wrong = denies_behind(f"This {after.strip(' ,')}") or denies_behind(after)
    is_task = leaves_proof(sentence, number) or is_korean_task(after)
    is_open = is_task or sentence.text.rstrip().endswith("?")
    return bool(is_wrong or is_open or _REJECTS.search(left) or korean_rejects(left, after))


def _over(sentence: Sentence, number: int) -> str:
    """Return the clause of the display before one in its sentence that gives it its reason."""
    shown = [at for at, _ in sentence.displays if at < number]
    before = sentence.text.partition(f"\u27e6{number}\u27e7")[0]
    return "" if not shown or _REJECTS.search(before) else clause_over(before, shown[-1])


def as_before(
    known: Situation,
    sentence: Sentence,
    number: int,
    found: Mapping[int, Situation],
    latest: Display | None,
) -> Situation:
    """Return a situation with the reason of the display before it, where words say "similarly".

    Parameters
    ----------
    known : Situation
        What holds at the display.
    sentence, number : Sentence, int
        The sentence around it, in which it has a number.
    found : mapping from int to Situation
        What holds at displays before it, by their identity.
    latest : Display or None
        The display before it in the same frame.
    """
    has_own = known.reasons or known.steps or known.first or known.last
    is_said = _SIMILARLY.match(between(sentence, number)) and not _is_refused(sentence, number)
    if latest is None or has_own or not is_said or known.standing is not Standing.CLAIM:
        return known
    before, line = found[id(latest)], latest.whole.position.line
    reason = next(iter((*before.reasons, *filter(None, (before.first, before.last)))), "")
    return replace(known, first=f"similarly to line {line}, {reason}") if reason else known


_ARGUMENT = r"(?:argument|reasoning|computation|calculation|steps?|proof|method)s?"
_SIMILARLY = re.compile(
    r"(?i)\W*(?:(?:and|then|now|next|finally|but)\W+)*"
    r"(?:similarly|likewise|analogously|in (?:exactly )?(?:a|the|an) (?:similar|same|analogous)"
    r" (?:fashion|way|manner|vein)|along (?:similar|the same) lines"
    rf"|(?:by|with|using) (?:exactly )?(?:an?|the) (?:similar|same|analogous) {_ARGUMENT}"
    rf"|(?:exactly )?the same {_ARGUMENT} (?:implies|gives|yields|shows))\b"
    r"(?!.*\b(?:define|denote|let|set|assume|suppose|consider|want|need|hope|if|may|might|try|without"
    r"|believed|conjectur\w+|known|unknown|open|supposed|expected)\b)"
)


def judged(known: Situation, text: str) -> Situation:
    """Return a situation as it is behind a sentence that may deny its display, or ask for it."""
    is_wrong = denies_behind(text) or korean_rejects("", text) or is_korean_task(text)
    return denied(known) if is_wrong else known


def denies_behind(text: str) -> bool:
    """Return whether words behind a display say that it is wrong, or what it rests on.

    Examples
    --------
    >>> texts = "This is the flawed step.", "But Lemma 2 is false.", "This is an error term."
    >>> [denies_behind(text) for text in texts]
    [True, True, False]
    """
    asks = _WHICH_IS_WRONG.match(text)
    return denies_before(text) or (asks or _FLAWED.match(text)) is not None


_WHICH_IS_WRONG = re.compile(
    r"(?i)^\W*(?:which|what|where|find|spot)\b[^.;]*"
    r"\b(?:wrong|false|incorrect|flaw(?:ed)?|(?:the|an?) (?:error|mistake|gap))\b[^.;]{0,12}\Z"
)

_FLAWED = re.compile(
    r"(?i)^\W*(?:(?:but|however|yet|though|although|and|where|here|note that|unfortunately|in fact"
    r"|actually|sadly)\W+)*"
    r"(?:(?:the (?:error|mistake|flaw|gap) (?:is|was|lies)|(?:we|i) made an? (?:error|mistake))\b"
    r"|(?:\(?[a-z]\)|this|that|it|which|the|our|(?:in )?(?:theorem|lemma|proposition|corollary"
    r"|claim|step)\b)"
    r"(?:(?!\b(?:if|not|never)\b)[^.;:,]){0,60}?"
    r"(?:\b(?:is|are|was|were|seems?) (?:the |an? )?(?:\w+ )?(?:false(?! (?:positive|negative))"
    r"|wrong|incorrect|invalid|flaw(?:ed)?|fault[ys]?|circular|bogus|untrue|unprove[dn]"
    r"|fallac\w+)\b"
    r"|\b(?:do|does|did) not (?:hold|follow|apply)(?: in general| here)?\W*\Z"
    r"|\bfails?(?: in general| here)?\W*\Z"
    r"|\b(?:is|has|have|contains?|makes?) (?:an?|some) (?:\w+ )?(?:error|mistake|gap|flaw)s?\b"
    r"(?! term)))"
)


def denied(known: Situation) -> Situation:
    """Return the situation of what a sentence denies: it is open, and has no reason."""
    return replace(known, standing=Standing.OPEN, reasons=(), steps=(), first="", last="")
