r"""Reasons in Korean, where what is used stands before the word that says so.

Main definitions
----------------
`korean_reasons`: those that a text before a display names.
`korean_clause`: a clause that gives one. `korean_remark`: whether words beside a row name one.
`is_korean_task`, `korean_rejects`: whether words around a display ask for it, or deny it.
`ends_in_korean`: whether words only end the sentence of a display.
"""

from __future__ import annotations

import re

from boundcalc.tex.known_results import PEOPLE

_NOUN = "(?:정리|보조정리|명제|식|Lemma|Theorem)"
_BESIDE = r"(?:\s*\([^()\u27e6]{0,40}\))?"  # where it stands
_REASON = re.compile(
    rf"(?P<what>{PEOPLE}[^.,;:\u27e6()]{{0,20}}?|{_NOUN}\s*\(?[0-9]+(?:[.-][0-9]+)*\)?){_BESIDE}"
    r"\s*(?:을|를|에|으로|로)?\s*(?:적용|이용|사용|의해|따라|의하면|대입|결합|조합)"
    r"(?!(?:하|할|될|되)?\s*(?:지|수)\s*(?:않|못|없|말))"
)
_ALONE = re.compile(  # before the display
    rf"(?:^|[.:*\u27e7]\s*(?:에 대해,?\s*)?|(?:그러면|따라서),? )"
    rf"(?P<what>{PEOPLE}(?:[ -][A-Za-z-]+)?\s*(?:부등식|보조정리)?){_BESIDE}"
    r"(?:의 양쪽 꼬리)?\s*:\s*\Z"
)
_NUMBERED = re.compile(  # with the chapter in which it stands: "Theorem 5.4 (Ch5-04):"
    rf"(?:^|[.:\u27e7)]\s)\s*(?P<what>{_NOUN}\s*[0-9]+(?:[.-][0-9]+)*)"
    r"\s*\((?:Ch|제)?\s*[0-9]+(?:[.-][0-9]+|\s?[장절])[^()]{0,20}\)\s*:\s*\Z"
)
_DONE = re.compile(
    r"(?:^|[.:*\u27e7,]\s*)"
    r"(?P<what>(?:양변[^.:\u27e6]{1,20}|식을 |위 [^.:\u27e6]{1,15})?"
    r"(?:정리|전개|대입|미분|적분|결합)하면)[,:]?\s*\Z"
)

_STEP = (  # what is done
    r"(?:(?:기대값|기댓값|합|극한)을|(?:로그|최소|최대)를) ?취하면|(?:로|라|라고) ?(?:놓으면|두면)"
    r"|(?:대입|치환|이용|사용|적용|전개|미분|적분|조합|결합|비교)하면|(?:더|곱)하면|나누면|빼면"
)
_LEADS = (  # to the display: "the following holds", "a simple bound"
    r"(?:[,\s]+(?:다음(?:이 성립(?:한다)?|을 얻는다)?|우리는|얻는다"
    r"|(?:[^\s.:\u27e6]+ ){0,2}(?:경계|상한|하한|부등식|등식|bound)))?"
)
_CLAUSE = re.compile(  # "since", "thanks to", "by", at the end of the words before a display
    rf"(?:^|[.:*\u27e7](?=\s))\s*(?P<what>[^.:*]{{2,140}}?(?:(?<!그러)므로|때문에|덕분에|{_STEP})"
    rf"(?:\s*\([^()]{{0,120}}\))?){_LEADS}[\s,:]*\Z"
)
_NOUN_STEP = re.compile(  # "expansion of A:", "substitution of A:", "log on both sides:"
    r"(?:^|[.:*](?=\s)|\u27e7\.)\s*(?P<what>[^.:*]{2,100}?\s(?:전개|대입|미분|적용|치환)"
    r"(?:\s*\([^()]{0,30}\))?|양변에 (?:log|로그))\s*:\s*\Z"
)
_NOT_SO = re.compile(r"왜|않|아니|못|없|틀|착각|거짓|오류|하려면|일까|인가")
_TASK = re.compile(  # behind a display: "show that it holds"
    r"^\W*(?:임을|됨을|함을|이를|이것을|[을를이가](?=\s))[^.\u27e6]{0,30}?"
    r"(?:보여라|보이시오|보이라|(?:증명|유도|설명|확인|구|계산)하(?:라|시오))"
    r"|^\W*(?:인|일|한|할|는)(?:가|까)\s*\?"
)
_REMARK = re.compile(
    r"^[^.;]{1,40}?\s(?:정의|적용|이용|사용|대입|부등식|정리|성질|가정)(?:에 의해|상)?$"
)


def korean_reasons(text: str) -> list[str]:
    """Return the reasons that a text in Korean names: results, and what is done.

    Examples
    --------
    >>> korean_reasons("정리 5.5에 대입:")
    ['정리 5.5']
    """
    found = [item["what"].strip(" *") for item in _REASON.finditer(text)]
    alone = (pattern.search(text) for pattern in (_ALONE, _NUMBERED, _DONE))
    return found + [item["what"].strip(" *") for item in alone if item]


def korean_clause(text: str) -> str:
    """Return the clause in Korean that gives a reason at the end of a text, or nothing.

    Examples
    --------
    >>> korean_clause("$f$가 볼록이므로,"), korean_clause("$f$가 볼록이 아니므로,")
    ('$f$가 볼록이므로', '')
    """
    found = _CLAUSE.search(text[-300:]) or _NOUN_STEP.search(text[-300:])
    what = found["what"].strip(" ,*") if found else ""
    return "" if _NOT_SO.search(what) else what


def korean_remark(text: str) -> bool:
    """Return whether a remark in Korean beside a row names what it holds by.

    Examples
    --------
    >>> korean_remark("ERM 정의"), korean_remark("자연로그 기준")
    (True, False)
    """
    return _REMARK.match(text) is not None and not _NOT_SO.search(text)


def is_korean_task(after: str) -> bool:
    """Return whether words in Korean behind a display ask to show it.

    Examples
    --------
    >>> is_korean_task(" 임을 보여라."), is_korean_task("이다.")
    (True, False)
    """
    return _TASK.match(after) is not None


def korean_rejects(left: str, after: str) -> bool:
    """Return whether words in Korean around a display say that it is wrong.

    Examples
    --------
    >>> korean_rejects("흔한 실수는", ""), korean_rejects("", "이는 틀렸다.")
    (True, True)
    """
    return _MISTAKE.search(left) is not None or _IS_WRONG.match(after) is not None


def ends_in_korean(text: str) -> bool:
    """Return whether words in Korean behind a display only end its sentence, as "is" does there.

    Examples
    --------
    >>> ends_in_korean("이다."), ends_in_korean("이는 틀렸다.")
    (True, False)
    """
    return _ENDS.fullmatch(text) is not None


_ENDS = re.compile(
    r"\W*(?:이다|입니다|이 된다|가 된다|를 얻는다|을 얻는다|이 성립한다|가 성립한다)\W*"
)
_MISTAKE = re.compile(r"(?:(?:흔한|흔히|자주 하는) 실수|오해|착각|잘못|틀린|거짓)[^.]*\Z")
_IS_WRONG = re.compile(
    r"^\W*(?:그러나|하지만)?\W*"
    r"(?:이는|이것은|이 (?:식|부등식|등식|주장|단계)은|(?:이)?라는|라고|는|은)?"
    r"[^.\u27e6]{0,20}?(?:틀렸|틀린|거짓|잘못|성립하지 않|오류|착각|(?:생각|오해)하기 쉽)"
)
