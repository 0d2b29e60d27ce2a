r"""Reasons that stand behind a display in sentences of their own, and statements used by name.

"Here (a) follows from Lemma 2." and "The first inequality is by Jensen." name a step of the display
before them; "This holds because ..." names its last one. The claim of a statement is known under
the name of the statement where the document uses it by that name elsewhere.

Main definitions
----------------
`steps_after`, `reason_after`: what a sentence says of the display before it.
`stated_by_label`, `stated_by_number`: a statement that is used by name. `explained`: a situation
with such reasons.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from boundcalc.prose.prose import Sentence
from boundcalc.prose.reasons import INSIDE, statement_name, step_reasons
from boundcalc.situations.situations import Situation
from boundcalc.tex.files import Document
from boundcalc.tex.known_results import called

_STEPS = re.compile(
    r"(?i)^\W*(?:here,?|where,?|above,?|in (?:the )?above,?|and,?|note that)?\s*"
    r"(?:we used? )?(?:that )?"
    r"(?:\(\s*(?:[a-z]|[ivx]{1,4}|[0-9])\s*\)\s*"
    r"(?:is|follows|uses|holds|comes|by|from|due|because|since|:)"
    r"|(?:the )?(?:step|equality|inequality|equation)\s+(?:in\s+)?\(?[\u00ab(]"
    r"|in the (?:first|second|third|last|final)\s"
    r"|the (?:first|second|third|fourth|fifth|last|final)\s"
    r"(?:inequality|equality|identity|step|line|equation|bound|relation)\b)"
)
_STEP = r"(?:inequality|equality|identity|bound|step|relation)"
_ABOUT = re.compile(
    rf"(?i)^\W*(?:(?:this|the above|the latter|it|the (?:last |final )?{_STEP})"
    rf"(?: (?:last )?{_STEP})?(?: above)?"
    r"\s+(?P<what>(?:simply |also |directly |easily |immediately )?"
    r"(?:follows (?:from|by|because|since)|holds (?:by|because|since|due)"
    r"|is (?:by|because|due to|an? (?:direct )?(?:consequence|application) of|true since)"
    rf"|uses|is just)\b{INSIDE}{{3,160}})"
    rf"|here,? (?P<used>we (?:have )?(?:used|applied|use)\b{INSIDE}{{3,160}}))"
)
_CAUSE = re.compile(
    r"(?i)(?:(?:simply|also|just|directly|easily) )*(?:uses|used|by|from|due|because|since|stems"
    r"|(?:follows|holds|comes|results)(?: \w+ly)? (?:from|by|because|since|due|as|using|via|if we)"
    r"|we (?:have )?used?"
    r"|(?:is|was) (?:obtained |valid |true |justified |just )*(?:by|due|because|since|from"
    r"|an? (?:direct |simple )?(?:consequence|application)|the (?:definition|triangle|union)"
    r"|Jensen|Markov|Cauchy|linearity|independence))\b"
)
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
    found = step_reasons(text) if _STEPS.match(text) else []
    return [(where, what) for where, what in found if _CAUSE.match(what)]


def reason_after(text: str) -> str:
    """Return the reason that a sentence gives to the display before it, or nothing.

    Examples
    --------
    >>> reason_after("This follows from the definition of h."), reason_after("This is our claim.")
    ('follows from the definition of h', '')
    """
    found = _ABOUT.match(text)
    return (found["what"] or found["used"]).strip(" ,") if found else called(text)


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
