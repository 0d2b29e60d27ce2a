r"""Works that the title of a statement names: ``[\cite{DR14}, Theorem 3]``, ``[Hoeffding 1963]``.

Main definitions
----------------
`works_in`: those in a title. `works_before`: those that stand first in what is stated.
"""

from __future__ import annotations

import re

from boundcalc.tex.source import Fragment

_CITE = r"\\(?:no)?cite[a-zA-Z]*\*?\s*(?:\[[^\[\]]*\]\s*){0,2}\{(?P<keys>[^{}]*)\}"
_CITED = re.compile(_CITE)
_FIRST = re.compile(rf"[\s~(]*{_CITE}")
_IS_OWN = re.compile(
    r"(?i)\b(?:our|we|new|improv\w+|generali[sz]\w+|exten\w+|refin\w+|strengthen\w*|sharpen\w*"
    r"|variant|analogue?|analog|similar|inspired|contrast|unlike|than|beyond|correct\w+|based on"
    r"|adapt\w+|modif\w+|simplif\w+|tight\w+|weak\w+|counter\w*)\b"
)
_PLACE = (
    r"(?:,?\s*(?:Theorem|Thm\.?|Lemma|Proposition|Prop\.?|Corollary|Cor\.?|Section|Sec\.?|Chapter"
    r"|Ch\.?|p\.|pp\.)[\s~]*[0-9A-Z][0-9A-Z.]*)?"
)
_AUTHOR = r"[A-Z][\w.'\u2019\u2013-]+"
_AND = r"(?:,?\s+and\s+|\s*&\s*|,\s*|\s+)"
_WORK = re.compile(
    rf"(?:(?:see|from|due to)\s+)?{_AUTHOR}(?:{_AND}(?:{_AUTHOR}|et al\.?))*"
    rf"[\s,(\[]+(?:19|20)[0-9]{{2}}[a-z]?[)\]]?{_PLACE}"
    rf"|\[?[A-Z][A-Za-z+]{{1,8}}[0-9]{{2}}[a-z]?\]?{_PLACE}|[Ff]olklore"
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
    if _IS_OWN.search(title):
        return []
    keys = [" ".join(found["keys"].split()) for found in _CITED.finditer(title)]
    plain = re.sub(r"\A[\s0-9.:]*\(", "", title).strip(" ().:*[]")
    return keys or ([plain] if _WORK.fullmatch(plain) else [])


def works_before(place: Fragment | None) -> list[str]:
    r"""Return the work that stands first in a statement, as in ``\begin{theorem}~\cite{DR14}``."""
    found = _FIRST.match(place.text) if place is not None else None
    return [] if found is None else [" ".join(found["keys"].split())]
