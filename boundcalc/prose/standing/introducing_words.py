r"""Sentences that introduce what a display shows: "the Lagrangian is", "- cross entropy", "we use".

What is introduced claims nothing, and gives nothing to others either: less than a definition is
said, so that a row below it is never shown by it. The display must be an equation for a name or a
value of a function, and no word before it may say that it follows from something.

Main definitions
----------------
`introduces`: whether a sentence does so with one of its displays. `has_value`: whether its section
says before that what a display shows is something else.
"""

from __future__ import annotations

import re

from boundcalc.prose.phrases import is_denied
from boundcalc.prose.prose import Sentence
from boundcalc.prose.standing.defining_words import is_result
from boundcalc.tex.documents import Display

_F = "\u27e6\\d+\u27e7"
_END = r"(?:,? (?:as follows|given by|by))?[\s,:]*\Z"
_CLAIMS = re.compile(
    r"(?i)\b(?:thus|hence|therefore|so(?!-called)|follows?|impl(?:y|ies)|show\w*|pro(?:ve|of)\w*|claim\w*"
    r"|conclud\w+|obtain\w*|find|since|because|by (?:lemma|theorem|definition)|equivalent\w*"
    r"|posterior|re-?writ\w+|comput\w*|calculat\w*|verif\w*|check\w*|expect that|hope|some\w*|easy"
    r"|exists?|if|when\w*|unless|not|never|wrong\w*|mistak\w*|typo\w*|instead of|rather than"
    r"|turns? out|must|should|optimal|best|maximal|minimal|unique)\b"
)
_TERM = (
    r"(?:lagrangian|fisher information(?: matrix)?|(?:(?:joint|conditional|differential|relative"
    r"|cross|shannon|binary|(?:joint|conditional|relative) differential)[ -])?entropy"
    r"|(?:kl|kullback[-\u2013 ]+leibler)[- ]divergence|(?:conditional )?mutual information"
    r"|log-partition function|(?:gamma|beta|softmax|sigmoid|logistic)[- ]function"
    r"|(?:bayes|empirical|population|excess|posterior) risk|loss function|risk function|regret"
    r"|total variation(?: distance)?|(?:hellinger|hamming|wasserstein) distance"
    r"|(?:gaussian|rademacher) complexity|privacy loss(?: random variable)?|update(?: rule)?"
    r"|(?:canonical|empirical|gaussian) process|(?:hinge|logistic|squared|absolute|huber|log"
    r"|zero-one|0-1|cross-entropy|training|expected|surrogate) loss|value function|q-function"
    r"|(?:action-value|advantage|potential|characteristic|survival|hazard|score|likelihood"
    r"|moment generating|cumulative distribution) function|cdf|discounted return"
    r"|(?:rbf|gaussian|polynomial|linear) kernel|mean squared error"
    r"|(?:cosine|jaccard) similarity|(?:euclidean|manhattan) distance)"
)
_ASIDE = r"(?:\s*\([^()]{1,40}\))?"
_OF = (  # of anything, and of no example
    rf"(?:\s+(?:of|between|for|from)\s+(?:the |an? |two )?(?:{_F}|distributions?|random variables?"
    rf"|pairs?|laws?|pmfs?|pdfs?|density|densities|with|and|to|\s)+)?"
)
_IS = r"\s+(?:is|is defined|is given)"
_OPENS = r"(?:^|[.:;])[\s*_>-]*"
_CALLED = re.compile(
    rf"(?i)(?:{_OPENS}(?:(?:the|an?) [*_]*)?|(?-i:\bThe )[*_]*)(?:{_TERM})[*_]*"
    rf"{_ASIDE}{_OF}{_IS}{_END}"
)
_MEANT = re.compile(  # "mutual information of X and Y is the divergence between ...:"
    rf"(?i)(?:{_OPENS}|\brecall that )(?:(?:the|an?) [*_]*)?(?:{_TERM})[*_]*{_ASIDE}{_OF} is"
    r" (?:an?|the) (?:[\w-]+ ){0,3}(?:divergence|expectation|expected value|average|sum|ratio"
    r"|difference|logarithm|probability|supremum|integral|distance|norm)\b[^.;:]*:\s*\Z"
    rf"|\b(?:given by|called) the (?:{_TERM}):\s*\Z"
)
_MEMBER = re.compile(  # "consider a measure that is uniform on the sample, that is"
    rf"(?i)(?:^|[.:;]\s)\W*(?:now |next )?consider (?:an?|the) [\w -]{{2,40}} (?P<name>{_F})"
    r" (?:that|which)\b[^.;:]*\b(?:that is|i\.e\.|namely)[\s,:]*\Z"
)
_LISTED = re.compile(  # "consider $P$ and $Q$", of which a display shows what they are
    rf"(?i)(?:^|[.:;]\s)\W*(?:now |next )?consider"
    rf" (?P<names>{_F}(?:(?:,| and|, and) {_F})*)[\s,:]*\Z"
)
_LABEL = re.compile(rf"(?i)\A[\s*_>#+-]*(?:{_TERM})[\s*_]*{_ASIDE}{_OF}[\s*_:.]*\Z")
_DEFINED = re.compile(
    r"(?i)[\s>]*\*\*\s*(?:\uc815\uc758|definition|defn?\.?|notation)(?![a-z])[^*]{0,80}\*\*[\s:.]*\Z"
)
_WHERE = re.compile(
    rf"(?i)\bwhere (?:we have )?(?:(?P<name>{_F})\s+(?:is|denotes) )?(?:the |an? )?(?:{_TERM})"
    rf"(?: in (?:the )?(?:de)?nominator)?[\s:]*\Z"
)
_NAMED_LAW = (
    r"(?:laplace|gamma|beta|normal|gaussian|poisson|binomial|bernoulli|geometric|exponential|uniform"
    r"|dirichlet|multinomial|pareto|cauchy|weibull|logistic|categorical|chi-squared?)"
)
_DENSITY = (
    r"(?:(?:probability )?(?:density|mass)(?: function)?|p\.?[dm]\.?f\.?)(?:\s*\([^()]{1,12}\))?"
)
_OF_LAW = re.compile(
    rf"(?i){_OPENS}the (?:probability )?{_DENSITY} (?:of|for) (?:an?|the) {_NAMED_LAW}"
    rf" (?:distribution|random variable|r\.?v\.?|law)(?: with [^.;:=]*)?{_IS}{_END}"
)
_OF_FAMILY = re.compile(rf"(?i){_OPENS}(?:the |its )(?:probability )?{_DENSITY}{_IS}{_END}")
_PROCEDURE = (
    r"(?:update|policy|algorithm|iteration|recursion|scheme|rule|chain|process|dynamics|procedure"
    r"|method|strategy)"
)
_SAYS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i)\b(?:gives?|results? in|yields?|leads? to) (?:us )?the (?:following )?"
        rf"(?:[\w-]+ ){{0,2}}{_PROCEDURE}[\s:]*\Z",
        r"(?i)\b(?:update|updating|iteration|gradient descent)(?: (?:rule|step|update))?"
        rf"(?: (?:for|of|on) [^.;:]{{1,60}})? becomes{_END}",
        r"(?i)\b(?:strategy|algorithm|learner|player|agent|method|policy|mechanism) (?:then )?"
        r"(?:chooses|plays|outputs|selects|predicts|picks|returns|releases|performs)"
        r"(?: the (?:action|point|iterate|prediction|estimate|update|value))?[\s:]*\Z",
        r"(?i)\b(?:based on|with|via|use|using) the (?:[\w-]+ ){0,2}update(?: rule)?[\s:]*\Z",
        r"(?i)\b(?:think of|view|regard|describe|define|state) (?:this|the|our|an?|gradient)\b"
        r"[^.;]*\b(?:algorithm|gradient descent|descent|method|procedure)\b[^.;=]*:\s*\Z",
        r"(?i)\b(?:specification|description) of (?:the|our|this)"
        rf" {_PROCEDURE} is{_END}",
        r"(?i)\b(?:regression|classifier|network|method|algorithm|model) uses\s*\Z",
        r"(?i)(?:^|[.:;,]\s)\W*(?:we |just )?(?:construct|consider|take|introduce|use)"
        r" (?:the |an? |our )?(?:[\w-]+ ){0,2}"
        r"(?:statistic|estimator|functional|process|decomposition|mechanism|kernel|model"
        r"|(?:empirical|sample) (?:mean|average))\s*\Z",
        r"(?i)\A[\s*_>-]*(?:the )?(?:sgd |gradient |parameter |weight )?update(?: rule| step)?"
        r"[\s*_]*:[\s*_]*\Z",
        r"(?i): just take the (?:empirical|sample) (?:mean|average)\s*\Z",
        r"(?i)\bour (?:[\w-]+ ){0,2}(?:estimator|algorithm|mechanism|model|objective|classifier"
        r"|predictor|statistic|loss(?: function)?|update)"
        rf"(?: for {_F})? (?:is|reads|becomes|outputs){_END}",
        rf"(?i){_OPENS}(?:the|this) (?:(?!of\b)[\w-]+ ){{0,2}}model"
        rf" (?:is|reads|becomes|takes the form|has the form){_END}",
        r"(?i): (?:then )?(?:construct|use) (?:the )?(?:test )?statistic\s*\Z",
        r"(?i)(?:^|[.:;]\s)\W*construct (?:(?!\b(?:that|bound|inequality|identity)\b)"
        r"[^.;:,\u27e6]){3,40}\Z",
        r"(?i)\btest\b[^.;:]*, use\s*\Z",
        r"(?i)\b(?:regularizer|loss|prior|kernel|noise|model|estimator|potential|weights?)"
        r" (?:that )?we (?:choose|use|pick|take|consider) is\b[^.;:]*:?\s*\Z",
        r"(?i)\b(?:model|network|algorithm|input|data|game)\b[^.;:]* in the following way:\s*\Z",
        r"(?i)\b(?:following|the) (?:ODE|SDE|PDE|differential equation|gradient flow):?\s*\Z",
        rf"(?i)\bthe system of (?:linear )?equations(?: over {_F})?(?: given by)?[\s:]*\Z",
        r"(?i)\bwe are interested in (?:the )?value of (?:this|the|our) function\b[^.;:]*:?\s*\Z",
        r"(?i)\bsearch only (?:in|among|over)\s*\Z",
        r"(?i)(?:^|[.:;,]\s)\W*(?:we )?(?:switch|change|pass|move) to (?:[\w-]+ )?coordinates"
        r"[\s:,]*\Z",
        r"(?i)(?:^|[.:;]\s)\W*(?:we )?(?:consider|make|use) (?:an?|the)"
        r" (?:change (?:in|of) variables?|substitution|transformation)(?: \([^()]*\))?[\s:,]*\Z",
        rf"(?i)\bwe define {_F}(?: \([^()]*\))? as (?:an?|the) [^.;:]*:\s*\Z",
        rf"(?i)\b(?:set|take|let|choose) {_F} to be (?:an?|the) [^.;:]*\bi\.e\.[\s,:]*\Z",
        r"(?i)\bupdat(?:e|ing) rule uses\b[^.;:]*\bi\.e\.[\s,:]*\Z",
        rf"(?i)(?:^|[.:;]\s)\W*parameteri[sz]ed by [^.;:=]* has {_DENSITY}[\s:]*\Z",
        rf"(?i)(?:^|[.:;]\s)\W*(?:the )?{_DENSITY} of (?:the |an? )?(?:mvn|multivariate normal"
        rf"|{_NAMED_LAW})(?: distribution)?:\s*\Z",
        r"(?i)\b(?:simplify|restrict \w+|specialize) to (?:the |an? )?(?:[\w-]+ ){0,2}model\s*\Z",
        r"(?i)\btake\b[^.;:]{1,80}\bas (?:our|the|a) prior[\s:]*\Z",
        r"(?i)\bso-called\s+\**(?:[\w-]+ ){1,3}(?:process|functional|estimator|statistic)\**\s*\Z",
    )
)
_APPOSED = re.compile(  # "the linear functional f(x) = ... is Lipschitz"
    r"(?i)\b(?:the|an?|our|then|that) (?:[\w-]+ ){0,2}"
    r"(?:functional|estimator|statistic|classifier|predictor)\s*\Z"
)
_VERB = re.compile(
    r"(?i)^\s*,?\s*(?:is|are|has|have|satisfies|achieves|attains|can be)\b(?! not\b)"
)
_GENERIC = re.compile(  # a function at an argument, or a weight, which stands for any
    r"(?:(?<![A-Za-z\\])[a-z]|\\(?:phi|psi|pi|mu|nu|rho|ell|KL|mathcal\s*\{?[A-Z]\}?))"
    r"(?:\s*[_^]\s*(?:\{[^{}]*\}|\\?[A-Za-z0-9*]+))*\s*(?:\\left|\\[Bb]ig+l?)?\s*[(\[|{]"
    r"\s*\\?[A-Za-z]|(?<![A-Za-z\\])[pqw]_\{?[a-z]|\\(?:mathbb\s*\{[EP]\}|(?:E|Pr|P)(?![A-Za-z]))"
    r"|(?<![A-Za-z\\])(?:P|Pr|E)\s*(?:\\left)?[(\[]"
)
_INTEGRAL = re.compile(r"\\int(?![A-Za-z])")
_SHOWN = re.compile(r"[\s&{]*(?P<left>[^=<>]{1,80}?)\s*&?\s*:?=(?P<right>.*[A-Za-z].*)", re.DOTALL)
_SET = re.compile(
    r"\s*(?:\\[lr]|\\left|\\[Bb]ig+l?)?\s*\\\{[\s\S]*(?::|\\mid|\|)[\s\S]*\\\}[\s.,;]*"
)
_TITLE = re.compile(  # of an item: "Axis aligned rectangles"
    r"(?!(?i:then|thus|hence|so|note|now|answer|solution|proof|claim|we|it|recall|since|therefore)\b)"
    r"[\s*_]*[A-Z][A-Za-z-]+(?: [A-Za-z-]+){0,3}[\s*_:.]*"
)
_INSIDE = re.compile(  # of parentheses, a set, an index
    r"\([^()]*\)|\[[^\[\]]*\]|\\\{[^{}]*\\\}|[_^]\s*\{[^{}]*\}|(?<=[A-Za-z])\{[^{}]*\}"
)
_APART = re.compile(r"\\\\|\\newline|\\q?quad(?![a-z])|,(?!\\)")
_SHORT = re.compile(r"\s*(?:[Cc]ondition(?:ed|ing)? on [a-z ]{1,30})?\s*")
_ANSWERS = re.compile(
    r"(?i)(?:\W|\\(?:sub)*section|\d)*(?:solution|answer|proof|exercise|problem|example)s?\b"
)
_LONGEST = 1_000  # characters of a sentence
_FARTHEST = 5_000  # characters
_HEADING = re.compile(r"(?m)^#+ .*$|\\(?:sub)*section\*?\{[^{}]*\}")
_AT_A_NUMBER = re.compile(r"\(\s*[-+0-9]")
_EDGE = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}(?:\{[a-z]*\})?|\\label\{[^{}]*\}")
_BESIDE = re.compile(r"[_^]\s*(?:\{[^{}]*\}|\S)|\([^()]*\)|\|.*\Z")
_OF_OTHERS = re.compile(  # a left side that has a meaning before anything introduces it
    r"[-+*/0-9]|\\(?:frac|sum|prod|int|max|min|sup|inf|lim|log|ln|exp|Pr|P|Exp|E|Var|cdot|nabla"
    r"|partial)(?![A-Za-z])|\\math(?:bb|bf|rm)\s*\{?\s*(?:E|P)\s*\}?|^\s*(?:E|P|Pr|Var)\s*(?:[\[(]|\Z)"
    r"|^\s*(?:\\\||\||\\Vert|\\norm)"
)


def introduces(sentence: Sentence, number: int, title: str = "") -> bool:
    r"""Return whether a sentence introduces what stands on the left of one of its displays.

    A title is that of a section whose first display it is, or "definition" below such a title.

    Examples
    --------
    >>> from boundcalc.prose.prose import read_prose, sentences
    >>> from boundcalc.tex.files import read_source
    >>> def says(words):
    ...     text = f"{words} \\[ L(x, y) = f(x) + y g(x) \\]"
    ...     (sentence,) = sentences(read_prose(read_source(text)))
    ...     return introduces(sentence, 0)
    >>> says("The Lagrangian is"), says("Hence the Lagrangian is"), says("The maximum is")
    (True, False, False)
    """
    item = sentence.formulas[number] if number < len(sentence.formulas) else None
    before, _, after = sentence.text.partition(f"\u27e6{number}\u27e7")
    left = re.sub(r"\s{2,}", " ", before)
    if len(left) > _LONGEST or not isinstance(item, Display) or is_denied(sentence, len(before)):
        return False
    listed = _LISTED.search(left)
    if listed is not None:
        names = re.findall(_F, listed["names"])
        lefts = _lefts(item.formula.text)
        return bool(lefts) and all(
            any(_is_of(sentence, it, spelled) for it in names) for spelled in lefts
        )
    shown = _SHOWN.match(_EDGE.sub(" ", item.formula.text))
    if shown is None or _OF_OTHERS.search(_BESIDE.sub(" ", shown["left"])):
        return False
    if _AT_A_NUMBER.search(shown["left"]):
        return False
    beside = re.search("\u27e6(\\d+)\u27e7\\s*\\Z", left)
    if beside is not None and isinstance(sentence.formulas[int(beside[1])], Display):
        return _is_specified(left) and introduces(sentence, int(beside[1]))
    if _is_apposed(left, after):
        return True
    if _CLAIMS.search(re.sub(r"\*\*", "", left)) and not _WHERE.search(left):
        return False
    if any(said.search(left) for said in _SAYS):
        return True
    if _SET.fullmatch(shown["right"]) and _TITLE.fullmatch(left):
        return _is_one_chain(item.formula.text)
    is_one = _is_one_chain(item.formula.text) and not has_value(item)
    return is_one and _is_named(sentence, left, shown, title)


def _is_named(sentence: Sentence, left: str, shown: re.Match[str], title: str) -> bool:
    """Return whether words call the only chain of a display by a name of what is defined."""
    is_generic = _GENERIC.search(shown["right"]) is not None
    names = [re.sub(r"[\s*_0-9.]+", " ", title).strip()] if _SHORT.fullmatch(left) else []
    is_called = any(it.search(left) for it in (_CALLED, _LABEL, _MEANT))
    if names == ["definition"]:
        return True
    if is_generic and (is_called or any(map(_LABEL.match, names))):
        return True
    for found, is_enough in (
        (_WHERE.search(left), is_generic or _INTEGRAL.search(shown["right"]) is not None),
        (_MEMBER.search(left), True),
    ):
        if found is not None:
            return is_enough and _is_of(sentence, found["name"], shown["left"])
    if _DEFINED.match(left):
        return not is_result(left)
    is_of_family = _OF_FAMILY.search(left) and ";" in shown["left"] and _is_of_one_law(sentence)
    return bool(_OF_LAW.search(left) or is_of_family)


def _is_of_one_law(sentence: Sentence) -> bool:
    """Return whether what its section says before a sentence is of a distribution, made of none."""
    if sentence.place is None:
        return False
    section = _section(sentence.place.source.text, sentence.place.start)
    is_said = re.search(r"(?i)\bdistribution\b", section) is not None
    return is_said and re.search(r"\$[^$]*=[^$]*\$|\\\[|\\begin", section) is None


def has_value(display: Display) -> bool:
    """Return whether its section says before that what a display shows is something else.

    What answers a question, and not what it is, is said below such a heading.
    """
    shown = _SHOWN.match(_EDGE.sub(" ", display.formula.text))
    if shown is None:
        return False
    place = display.whole
    spelled, right = ("".join(shown[side].split()).rstrip(".,;") for side in ("left", "right"))
    text = place.source.text[: place.start].rstrip()
    headings = _HEADING.findall(text)
    paragraph = re.split(r"\n\s*\n", text)[-1]
    if _ANSWERS.match(paragraph) or (headings and _ANSWERS.match(headings[-1])):
        return True
    before = "".join(_section(place.source.text, place.start).replace("&", "").split())
    pattern = rf"(?<![A-Za-z\\]){re.escape(spelled)}:?=(.{{1,{len(right)}}})"
    return any(it[1][:8] != right[:8] for it in re.finditer(pattern, before))


def _section(text: str, stop: int) -> str:
    """Return the last of what stands before a place in its section."""
    return _HEADING.split(text[:stop])[-1][-_FARTHEST:]


def _is_one_chain(text: str) -> bool:
    r"""Return whether a display shows one chain of relations, and none beside it.

    Examples
    --------
    >>> _is_one_chain(r"L(x) = f(x) \\\\ &= g(x)"), _is_one_chain(r"L(x) = f(x), \quad M = 2")
    (True, False)
    """
    plain = text
    for _ in range(3):
        plain = _INSIDE.sub(" ", plain)
    return len(_lefts(plain)) == 1


def _lefts(text: str) -> list[str]:
    """Return what stands on the left of each chain of relations of a display."""
    items = [item.strip("&;!, \t\n\\") for item in _APART.split(_EDGE.sub(" ", text))]
    return [item.partition("=")[0].rstrip("&: ") for item in items if item.find("=") > 0]


def _is_specified(left: str) -> bool:
    """Return whether displays that follow each other specify one procedure together."""
    words = re.sub(rf"(?:{_F}\s*)+\Z", "", left)
    return re.search(r"(?i)\b(?:specification|description) of\b[^.;]*:\s*\Z", words) is not None


def _is_apposed(left: str, after: str) -> bool:
    """Return whether a display stands beside the noun that it spells out, before its verb."""
    found = _APPOSED.search(left)
    is_made = found and re.search(r"(?i)\b(?:optimal|best|efficient|unique|umvu\w*)\b", found[0])
    return found is not None and not is_made and _VERB.match(after) is not None


def _is_of(sentence: Sentence, named: str | None, spelled: str) -> bool:
    """Return whether a display is for the name of which words say what it is."""
    if named is None:
        return True
    item = sentence.formulas[int(named[1:-1])]
    name = "" if isinstance(item, Display) else "".join(item.text.split()).partition("(")[0]
    return bool(name) and "".join(spelled.split()).partition("(")[0] == name
