r"""Works that the title of a statement names: ``[\cite{DR14}, Theorem 3]``, ``[Hoeffding 1963]``.

Main definitions
----------------
`works_in`: those in a title. `works_before`: those that stand first in what is stated.
"""

from __future__ import annotations

import re

from boundcalc.tex.known_results import titled_result
from boundcalc.tex.source import Fragment

_CITE = r"\\cite[a-zA-Z]*\*?\s*(?:\[[^\[\]]*\]\s*){0,2}\{(?P<keys>[^{}]*)\}"
_CITED = re.compile(_CITE)
_FIRST = re.compile(rf"[\s~(]*{_CITE}")
_PART = (
    r"(?:Theorem|Thm\.?|Lemma|Proposition|Prop\.?|Corollary|Cor\.?|Section|Sec\.?|Chapter|Ch\.?"
    r"|p\.|pp\.)"
)
_PLACE = rf"(?:,?\s*{_PART}[\s~]*[0-9A-Z][0-9A-Z.]*)?"
_BESIDE = re.compile(  # what may stand beside the keys, and says nothing else
    rf"(?:[Ss]ee|[Cc]f\.|e\.g\.|[Ff]rom|[Dd]ue to|by|of|in|and|also|[Rr]estated|[Ii]nformal|version"
    rf"|{_PART}|[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*(?![A-Za-z])|[\s~,;:.()\[\]&-])*"
)
_NO_AUTHOR = re.compile(
    r"(?i)\[?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Spring|Summer|Fall|Autumn|Winter|Draft|Homework|HW|Exam|Midterm|Quiz|Assignment"
    r"|Conjecture|False|Wrong|Unprov\w+|Open|Informal|Version|Lecture|Problem|Exercise|(?:TODO|TBD|HW|FIXME)[0-9]*"
    r"|Part|Step|Case|Main|Our|New|An?|The)\b"
)
_AUTHOR = r"[A-Z][\w.'\u2019\u2013-]*[a-z][\w.'\u2019\u2013-]*"
_BY_NAME = (  # that stands before the number of a theorem, and says nothing of it
    r"(?![A-Z]\w*(?:ity|tion|ness|ment|ence|ance|ing|ed|al|ic|ive|ous|ism|ary|form|ple|ong|eak|act"
    r"|ain|ull|ard|ise|ize|ty|ver|per|wer|pact|ure|ess|ble|ound|ounds|aw|emma|eorem|ollary|roof)\b)"
    rf"{_AUTHOR}"
)
_AND = r"(?:,?\s+and\s+|\s*&\s*|,\s*|\s+)"
_WORK = re.compile(
    rf"(?:(?:see|from|due to)\s+)?{_AUTHOR}(?:{_AND}(?:{_AUTHOR}|et al\.?))*"
    rf"[\s,(\[]+(?:19|20)[0-9]{{2}}[a-z]?[)\]]?{_PLACE}"
    rf"|\[?[A-Z]{{2,8}}\+?[0-9]{{2}}[a-z]?\]?{_PLACE}|[Ff]olklore"
    rf"|(?:(?:see|from|due to)\s+)?{_BY_NAME}(?:{_AND}(?:{_BY_NAME}|et al\.?)){{0,3}},?\s+"
    r"(?:Theorem|Thm\.?|Lemma|Proposition|Prop\.?|Corollary|Cor\.?)[\s~]*[0-9]+(?:\.[0-9]+)*"
)


def works_in(title: str) -> list[str]:
    r"""Return the works that a title names, as keys of a bibliography or by author and year.

    Examples
    --------
    >>> works_in(r"Theorem 2 of \cite{DR14, V18}"), works_in("Bassily et al., 2016")
    (['DR14, V18'], ['Bassily et al., 2016'])
    >>> works_in(r"A generalization of \cite{DR14}"), works_in("Main theorem")
    ([], [])
    """
    keys = [" ".join(found["keys"].split()) for found in _CITED.finditer(title)]
    beside = _CITED.sub(" ", title).strip(" ,:;()[]{}")
    if keys:
        return keys if _BESIDE.fullmatch(beside) or titled_result(beside) else []
    plain = re.sub(r"\A[\s0-9.:]*\(", "", title).strip(" ().:*[]")
    is_work = _WORK.fullmatch(plain) is not None and _NO_AUTHOR.match(plain) is None
    return [plain] if is_work else []


def works_before(place: Fragment | None) -> list[str]:
    r"""Return the work that stands first in a statement, as in ``\begin{theorem}~\cite{DR14}``."""
    found = _FIRST.match(place.text) if place is not None else None
    return [] if found is None else [" ".join(found["keys"].split())]
