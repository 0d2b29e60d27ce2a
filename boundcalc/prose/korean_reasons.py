r"""Reasons in Korean, where what is used stands before the word that says so.

Main definitions
----------------
`korean_reasons`: those that a text before a display names.
"""

from __future__ import annotations

import re

from boundcalc.tex.known_results import PEOPLE

_NOUN = "(?:\uc815\ub9ac|\ubcf4\uc870\uc815\ub9ac|\uba85\uc81c|\uc2dd|Lemma|Theorem)"
_BESIDE = r"(?:\s*\([^()\u27e6]{0,40}\))?"  # where it stands
_REASON = re.compile(
    rf"(?P<what>{PEOPLE}[^.,;:\u27e6()]{{0,20}}?|{_NOUN}\s*\(?[0-9]+(?:[.-][0-9]+)*\)?){_BESIDE}"
    r"\s*(?:\uc744|\ub97c|\uc5d0|\uc73c\ub85c|\ub85c)?\s*(?:\uc801\uc6a9|\uc774\uc6a9|\uc0ac\uc6a9|\uc758\ud574|\ub530\ub77c|\uc758\ud558\uba74|\ub300\uc785|\uacb0\ud569|\uc870\ud569)"
    r"(?!(?:\ud558|\ud560|\ub420|\ub418)?\s*(?:\uc9c0|\uc218)\s*(?:\uc54a|\ubabb|\uc5c6|\ub9d0))"
)
_ALONE = re.compile(  # before the display
    rf"(?:^|[.:*\u27e7]\s*(?:\uc5d0 \ub300\ud574,?\s*)?)"
    rf"(?P<what>{PEOPLE}(?:[ -][A-Za-z-]+)?"
    rf"\s*(?:\ubd80\ub4f1\uc2dd|\ubcf4\uc870\uc815\ub9ac)?){_BESIDE}"
    r"(?:\uc758 \uc591\ucabd \uaf2c\ub9ac)?\s*:\s*\Z"
)
_DONE = re.compile(
    r"(?:^|[.:*\u27e7,]\s*)"
    r"(?P<what>(?:\uc591\ubcc0[^.:\u27e6]{1,20}|\uc2dd\uc744 |\uc704 [^.:\u27e6]{1,15})?"
    r"(?:\uc815\ub9ac|\uc804\uac1c|\ub300\uc785|\ubbf8\ubd84|\uc801\ubd84|\uacb0\ud569)\ud558\uba74)[,:]?\s*\Z"
)


def korean_reasons(text: str) -> list[str]:
    """Return the reasons that a text in Korean names: results, and what is done.

    Examples
    --------
    >>> korean_reasons("\uc815\ub9ac 5.5\uc5d0 \ub300\uc785:")
    ['\uc815\ub9ac 5.5']
    """
    found = [item["what"].strip(" *") for item in _REASON.finditer(text)]
    alone = (pattern.search(text) for pattern in (_ALONE, _DONE))
    return found + [item["what"].strip(" *") for item in alone if item]
