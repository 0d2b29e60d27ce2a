r"""Words with which a text doubts the reason that it names: "by the unproved Lemma 3".

Main definitions
----------------
`is_doubted`: whether words around a reason say that it is none, or may be none.
"""

from __future__ import annotations

import re

from boundcalc.prose.reasons.clauses import SUCH

_OTHER = r"(?:opposite|wrong|other|reversed?)"
_DOUBTS = re.compile(
    r"(?i)\b(?:useless|mis-?(?:appl|us)(?:y|ying|ied|ing|ed|e)|un-?prove[dn]|wishful|popular demand"
    r"|extrapolat\w+|intuition|analogy|heuristics?|hop(?:e|es|ed|ing)|circular"
    r"|illeg(?:al|itimate)\w*|fictitious"
    r"|guess\w*|if at all|yet to be|to be (?:shown|prove[dn]|checked|verified|found)|rejected"
    rf"|numerical (?:evidence|experiments?|simulations?)|{_OTHER} (?:sign|direction|way)s?"
    rf"|signs? (?:is )?{_OTHER}|(?:do|does|did) not apply|not (?:be )?appl(?:icable|ied)"
    r"|cannot be (?:applied|used|shown|proved)|(?:does not|would not) (?:help|suffice)"
    r"|(?:failed|unable|not able) to|could not|(?:has|have|contains?|with) an? (?:gap|flaw|error)"
    r"|is not enough|nothing but|ours? (?:is|are|does|do) not|false in general|assumption false"
    r"|(?:is|are|was|were) (?:of course )?(?:false|wrong|incorrect|untrue|flawed)"
    r"|(?<!otherwise )would (?:give|yield|imply|lead to|be) an? contradiction"
    rf"|(?:may|might|could) be {SUCH})\b"
    r"|^\W*(?:by|from|using|with|via) (?:no|nothing|none|neither)\b|\bassuming\b.*\bextends?\b"
    r"|\b(?:we|one) (?:expect|believe|suspect|conjecture)s?\b"
)


def is_doubted(text: str) -> bool:
    """Return whether words around a reason say that it is none, or may be none.

    Examples
    --------
    >>> texts = "By the unproved Lemma 3, we have", "Since f may be convex", "By Lemma 3, we have"
    >>> [is_doubted(text) for text in texts]
    [True, True, False]
    """
    return _DOUBTS.search(text) is not None
