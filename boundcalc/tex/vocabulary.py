r"""The words of LaTeX mathematics that the reader knows, and what it says about some it refuses."""

from boundcalc.language.latex import GREEK_COMMANDS
from boundcalc.language.operators import Operator, Sense


def _words(text: str) -> list[str]:
    return text.split()


GREEK = {rf"\{name}": name for name in GREEK_COMMANDS} | {r"\varepsilon": "epsilon"}

# Letters that are functions before parentheses, for most authors.
FUNCTION_LETTERS = ("f", "g", "h", r"\phi", r"\varphi", r"\psi", r"\math", r"\ell", r"\pi")
OTHER_NAMES = (r"\ell", r"\Pr", r"\emptyset", r"\bot", r"\hbar")

# Spellings that mean the same, and the one that is kept.
SAME = {
    r"\leq": r"\le",
    r"\leqslant": r"\le",
    r"\geq": r"\ge",
    r"\geqslant": r"\ge",
    r"\neq": r"\ne",
    r"\lt": "<",
    r"\gt": ">",
    r"\implies": r"\Rightarrow",
    r"\Longrightarrow": r"\Rightarrow",
    r"\lbrace": r"\{",
    r"\rbrace": r"\}",
    r"\lbrack": "[",
    r"\rbrack": "]",
    r"\vert": "|",
    r"\tfrac": r"\frac",
    r"\dfrac": r"\frac",
    r"\cfrac": r"\frac",
    r"\tbinom": r"\binom",
    r"\dbinom": r"\binom",
    r"\colon": ":",
    r"\to": r"\rightarrow",
    r"\gets": r"\leftarrow",
    r"\ldots": r"\dots",
    r"\stackrel": r"\overset",
    r"\owns": r"\ni",
    r"\iff": r"\Leftrightarrow",
    r"\Longleftrightarrow": r"\Leftrightarrow",
    r"\Vert": r"\|",
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\dotsc": r"\dots",
    r"\dotsb": r"\dots",
    r"\dotsm": r"\cdots",
    r"\dotso": r"\dots",
    r"\vdots": r"\dots",
    r"\varnothing": r"\emptyset",
    r"\Box": r"\square",
    r"\supseteqq": r"\supseteq",
    r"\And": r"\land",
    r"\nequiv": r"\ne",
    r"\geqq": r"\ge",
    r"\leqq": r"\le",
    r"\blank": r"\cdot",
    r"\medspace": r"\,",
}

UNICODE = {
    **{chr(code): rf"\{name}" for code, name in zip(
        range(0x3B1, 0x3CA),
        _words(
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi "
    "rho varsigma sigma tau upsilon varphi chi psi omega"
),
        strict=True,
    ) if name != "o"},
    **{char: rf"\{name}" for char, name in zip(
        "ΓΔΘΛΞΠΣΥΦΨΩ",
        _words(
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
),
        strict=True,
    )},
    "ϵ": r"\epsilon", "ϕ": r"\phi", "ϑ": r"\vartheta", "\u03f1": r"\varrho", "ϖ": r"\varpi",
    "µ": r"\mu", "∆": r"\Delta", "ℓ": r"\ell",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "⩽": r"\le", "⩾": r"\ge",
    "×": r"\times", "·": r"\cdot", "⋅": r"\cdot", "−": "-", "∞": r"\infty", "∈": r"\in",
    "′": "'", "⇒": r"\Rightarrow", "⟹": r"\Rightarrow", "∣": r"\mid",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil",
}  # fmt: skip

SENSES = {
    "<": Sense.LT,
    ">": Sense.GT,
    "=": Sense.EQ,
    r"\le": Sense.LE,
    r"\ge": Sense.GE,
    r"\ne": Sense.NE,
}
RELATIONS = tuple(SENSES)
REFUSED_PAIRS = {
    "!=": r"is a factorial and =, or \ne? write \ne, or a space after the !",
    "~=": r"is a space and =, or \approx? write which",
    "=~": r"is = and a space, or \approx? write which",
}
TYPED_RELATIONS = {"<=": r"\le", ">=": r"\ge"}
ARROWS = (r"\Rightarrow",)

HYPERBOLIC = (r"\cosh", r"\sinh", r"\tanh")  # sums and quotients of exponentials
FUNCTIONS = {
    r"\exp": Operator.EXP,
    r"\ln": Operator.LN,
    r"\log": Operator.LOG,
    r"\max": Operator.MAX,
    r"\min": Operator.MIN,
    r"\operatorname{erf}": Operator.ERF,
    r"\operatorname{erfc}": Operator.ERFC,
    r"\sin": Operator.SIN,
    r"\cos": Operator.COS,
    r"\tan": Operator.TAN,
    r"\arctan": Operator.ARCTAN,
    **dict.fromkeys(HYPERBOLIC, Operator.EXP),
}
WORD_FUNCTIONS = {
    "exp": r"\exp",
    "ln": r"\ln",
    "log": r"\log",
    "max": r"\max",
    "min": r"\min",
    "erf": r"\operatorname{erf}",
    "erfc": r"\operatorname{erfc}",
    "sin": r"\sin",
    "cos": r"\cos",
    "tan": r"\tan",
    "arctan": r"\arctan",
    "Pr": r"\Pr",
}
# What is one word in letters before brackets; the last ones where a text speaks of chances.
OF_CHANCES = {
    **dict.fromkeys(("Pr", "Prob"), r"\Pr"),
    **dict.fromkeys(("Var", "var"), r"\mathrm{Var}"),
    **dict.fromkeys(("Cov", "cov"), r"\mathrm{Cov}"),
}
IN_LETTERS = {
    **WORD_FUNCTIONS,
    **{name: rf"\{name}" for name in ("cosh", "sinh", "tanh", "sup", "inf", "lim")},
    **OF_CHANCES,
}
# The same in what was typed on its own; `reader` takes what stands in parentheses after a root.
TYPED = {
    **{name: key for name, key in WORD_FUNCTIONS.items() if name not in OF_CHANCES},
    **{key[1:]: key for key in HYPERBOLIC},
    "sqrt": r"\sqrt",
}
ACCENTS = {
    r"\hat": "hat",
    r"\tilde": "tilde",
    r"\bar": "bar",
    r"\widehat": "widehat",
    r"\widetilde": "widetilde",
    r"\overline": "overline",
    r"\underline": "underline",
    r"\vec": "vec",
    r"\dot": "dot",
    r"\ddot": "ddot",
    r"\check": "check",
    r"\breve": "breve",
}
LINE_BREAKS = (r"\\", r"\cr", r"\newline", r"\tabularnewline")
COMMANDS = (r"\frac", r"\sqrt", r"\binom", r"\choose", r"\over", r"\sum", r"\overset", r"\substack")

# Opening delimiters with what closes them, and how an error shows the pair.
OPENING = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
    "|": "|",
    r"\langle": r"\rangle",
    r"\llbracket": r"\rrbracket",
    r"\lgroup": r"\rgroup",
}
CLOSING = (")", "]", r"\}", r"\rfloor", r"\rceil", r"\rangle", r"\rrbracket", r"\rgroup")

# What may stand in an opaque atom, a subscript or a declared phrase, but is no part of a formula.
SYMBOLS: tuple[str, ...] = (
    r"\infty", r"\in", r"\notin", r"\ni", r"\sim", r"\approx", r"\subseteq", r"\subset", r"\cap",
    r"\cup", r"\setminus", r"\wedge", r"\vee", r"\neg", r"\exists", r"\forall", r"\rightarrow",
    r"\leftarrow", r"\mapsto", r"\dots", r"\cdots", r"\otimes", r"\oplus", r"\circ", r"\prime",
    r"\dagger", r"\int", r"\prod", r"\sup", r"\inf", r"\bigcup", r"\bigcap", r"\arg", r"\lim",
    r"\leftrightarrow", r"\ll", r"\gg", r"\pm", r"\diamond", r"\partial", r"\perp", r"\propto",
    r"\|", r"\not", r"\equiv", r"\top", r"\middle", r"\bigoplus", r"\nabla",
    r"\ast", r"\star", r"\land", r"\lor",
)  # fmt: skip

SYMBOLS += (
    r"\simeq", r"\asymp", r"\lesssim", r"\gtrsim", r"\supset", r"\supseteq", r"\preceq",
    r"\succeq", r"\prec", r"\succ", r"\cong", r"\longrightarrow", r"\doteq", r"\nsubseteq",
    r"\subsetneq", r"\hookrightarrow", r"\rightsquigarrow", r"\longmapsto", r"\uparrow",
    r"\downarrow", r"\approxeq", r"\models", r"\vdash", r"\Leftrightarrow", r"\Leftarrow",
    r"\square", r"\blacksquare", r"\qed", r"\triangle", r"\bigwedge", r"\bigvee", r"\sqcup",
    r"\bullet", r"\intercal", r"\odot", r"\therefore", r"\cdotp", r"\iint", r"\oint",
    r"\bigtriangleup", r"\blacktriangleright", r"\clubsuit", r"\spadesuit", r"\heartsuit",
)  # fmt: skip

SPACING = frozenset(
    rf"\{name}"
    for name in _words(", ; : ! > quad qquad enspace thinspace medspace thickspace negthinspace")
)
WIDE = (r"\quad", r"\qquad")
SKIPS = (r"\hspace", r"\hspace*", r"\mspace", r"\vspace", r"\vspace*")
IGNORED = frozenset(
    rf"\{name}"
    for name in _words(
        "displaystyle textstyle scriptstyle limits nolimits nonumber notag middle allowbreak "
        "xspace ensuremath qedhere scriptscriptstyle nobreak nolinebreak noindent mathstrut strut "
        "mathnormal hfill hfil displaybreak par small footnotesize normalsize "
        "tiny scriptsize boldmath unboldmath vfill relax protect null"
    )
)
SIZES = {
    r"\left": "left", r"\mleft": "left", r"\right": "right", r"\mright": "right",
    r"\big": "big", r"\Big": "big", r"\bigg": "big", r"\Bigg": "big",
    r"\bigl": "left", r"\Bigl": "left", r"\biggl": "left", r"\Biggl": "left",
    r"\l": "left", r"\r": "right",  # as the macros of many say
    r"\bigr": "right", r"\Bigr": "right", r"\biggr": "right", r"\Biggr": "right",
}  # fmt: skip
PAIRED = (r"\left", r"\right", r"\mleft", r"\mright", r"\l", r"\r")
FONTS = {
    r"\mathrm": r"\mathrm", r"\operatorname": r"\mathrm", r"\operatorname*": r"\mathrm",
    r"\mathit": r"\mathrm", r"\mathcal": r"\mathcal", r"\mathbb": r"\mathbb",
    r"\mathbf": r"\mathbf", r"\mathsf": r"\mathsf", r"\mathfrak": r"\mathfrak",
    r"\mathscr": r"\mathscr", r"\mathtt": r"\mathtt", r"\boldsymbol": r"\mathbf",
    r"\bm": r"\mathbf", r"\mathds": r"\mathbb", r"\mathbbm": r"\mathbb",
    r"\mathbbold": r"\mathbb", r"\Bbb": r"\mathbb", r"\mathnormal": r"\mathrm",
    r"\symbf": r"\mathbf", r"\symcal": r"\mathcal", r"\boldmath": r"\mathbf",
    r"\mathpzc": r"\mathcal", r"\mathsfit": r"\mathsf", r"\mathbfit": r"\mathbf",
}  # fmt: skip
STARRED = (r"\operatorname*", r"\hspace*", r"\vspace*")
TEXTS = (
    r"\text", r"\textrm", r"\textit", r"\mbox", r"\textnormal", r"\textbf", r"\textsf",
    r"\texttt", r"\textsc", r"\hbox", r"\emph", r"\fbox", r"\textup",
)  # fmt: skip
# The commands below change how something looks, and nothing of what it says.
TRANSPARENT = {
    r"\mathop": 1, r"\mathrel": 1, r"\mathbin": 1, r"\mathord": 1, r"\mathopen": 1,
    r"\mathclose": 1, r"\mathinner": 1, r"\boxed": 1, r"\mathclap": 1, r"\mathllap": 1,
    r"\mathrlap": 1, r"\smash": 1, r"\textcolor": 2, r"\mathcolor": 2, r"\colorbox": 2,
    r"\pmb": 1, r"\mathstrut": 1,
}  # fmt: skip
INVISIBLE = (r"\phantom", r"\hphantom", r"\vphantom", r"\color", r"\hypertarget")
BRACES = (r"\underbrace", r"\overbrace", r"\underbracket", r"\overbracket")
SWITCHES = {
    r"\rm": r"\mathrm", r"\bf": r"\mathbf", r"\cal": r"\mathcal", r"\it": r"\mathrm",
    r"\sf": r"\mathsf", r"\tt": r"\mathtt", r"\frak": r"\mathfrak", r"\sc": r"\mathrm",
}  # fmt: skip
# Letters that are set over each other to look like those of a blackboard.
IMITATED = {"IE": r"\mathbb{E}", "IP": r"\mathbb{P}", "IR": r"\mathbb{R}", "IN": r"\mathbb{N}"}
# What chapters of a longer work use, and its preamble defines, by names that are customary.
CUSTOMARY = {
    r"\E": r"\mathbb{E}", r"\EE": r"\mathbb{E}", r"\Ex": r"\mathbb{E}", r"\Expect": r"\mathbb{E}",
    r"\expect": r"\mathbb{E}", r"\Exp": r"\mathbb{E}", r"\Esp": r"\mathbb{E}",
    r"\P": r"\mathbb{P}", r"\PP": r"\mathbb{P}", r"\Prob": r"\Pr", r"\prob": r"\Pr",
    r"\pr": r"\Pr", r"\PR": r"\Pr", r"\Var": r"\mathrm{Var}", r"\var": r"\mathrm{Var}",
    r"\Cov": r"\mathrm{Cov}", r"\cov": r"\mathrm{Cov}",
}  # fmt: skip
# Signs that say that the left side is defined by the right one.
DEFINING = (
    r"\triangleq", r"\coloneqq", r"\eqdef", r"\defeq", r"\coloneq", r"\eqqcolon", r"\bydef",
)  # fmt: skip
# Operations that the language of expressions has not.
OPERATIONS = frozenset(
    rf"\{name}"
    for name in _words(
        "arcsin arccos cot sec csc coth lg det dim ker deg gcd hom Re Im erf erfc mod bmod"
    )
)
BETWEEN = (r"\intertext", r"\shortintertext")
NOTES = (r"\tag", r"\label")
REFERENCES = (
    r"\eqref", r"\ref", r"\cite", r"\cref", r"\Cref", r"\autoref", r"\citep", r"\citet", r"\href",
)  # fmt: skip
# Words that change what is claimed. A text that has one is never a remark.
QUALIFIERS = frozenset(
    _words(
        "if iff unless except only when whenever for where provided assuming given suppose or not "
        "no never nor neither either without false untrue wrong fails holds true some most many "
        "few almost nearly roughly approximately asymptotically eventually sometimes often usually "
        "typically generally possibly perhaps maybe likely large small sufficiently enough even "
        "odd prime up until till while but otherwise else whp wp as probability modulo mod is are "
        "conjecture open"
    )
)
# A word of these in a \text is never a symbol.
PROSE = frozenset(
    _words(
        "if when whenever for where and or since because by as so hence thus then "
        "otherwise else provided assuming with such that all every any using here from "
        "iff unless except only not never false untrue almost nearly roughly approximately "
        "asymptotically eventually sometimes often usually typically generally whp is are holds "
        "therefore while until but suppose given"
    )
)
UNIVERSAL = ("for", "for all", "for every", "for any", "for each")
CONDITIONS = (
    *UNIVERSAL, "if", "when", "whenever", "provided", "provided that", "assuming",
    "assuming that", "where", "as long as",
)  # fmt: skip
REASONS = ("since", "because", "by", "using", "uses", "due to", "follows from")
# Words of which remarks consist: they say why a row holds, or what was done, and claim nothing.
REMARKS = frozenset(
    _words(
        "an the this of and from by via "
        "our its it we i e g cf see following recall note obvious clear clearly trivial "
        "trivially again now done proved qed "
        "definition definitions def defn assumption assumptions hypothesis hypotheses induction "
        "inductive step steps claim claims lemma lem theorem thm corollary cor "
        "proposition prop property fact facts equation equations eq eqn inequality inequalities "
        "ineq identity relation relations bound bounds union triangle algebra calculus arithmetic "
        "simplification simplify simplifying rearranging rearrangement rearrange collecting "
        "expanding expansion factoring cancelling cancellation completing square squaring taking "
        "substituting substitution plugging dividing multiplying adding subtracting summing "
        "integrating differentiating maximizing maximising minimizing minimising optimizing "
        "optimising choosing choice both sides side left right hand lhs rhs term terms line lines "
        "row above below previous preceding first second third last next earlier part item "
        "section appendix law rule chain product sum sums series geometric harmonic arithmetic "
        "mean value intermediate derivative derivatives taylor binomial exponential "
        "logarithm logarithms logs log exp monotonicity concavity "
        "convexity symmetry linearity additivity subadditivity positivity "
        "nonnegativity independence expectation expectations "
        "tail post postprocessing processing privacy "
        "composition group data concentration markov markov's chebyshev "
        "chebyshev's jensen jensen's hoeffding hoeffding's azuma azuma's chernoff chernoff's "
        "pinsker pinsker's cauchy schwarz cauchy-schwarz holder hölder minkowski bernstein "
        "bernstein's mcdiarmid mcdiarmid's bernoulli bernoulli's stirling stirling's bayes "
        "bayes' fubini tonelli young young's boole boole's bonferroni am-gm am gm gaussian laplace "
        "mechanism sensitivity stability accuracy post-processing data-processing definition's"
    )
)
REFUSED = {
    r"\lg": "has base 2 for some and 10 for others; write \\log_2 or \\log_{10}",
    r"\erf": "is not LaTeX; write \\operatorname{erf}",
    r"\erfc": "is not LaTeX; write \\operatorname{erfc}",
    r"\abs": "is not LaTeX; define it, or write |...|",
    r"\norm": "is not LaTeX; define it, or write \\|...\\|",
    r"\%": "is no number; write 1/100 for a percent",
    r"\mp": "stands for two values; write one of them",
    **dict.fromkeys(
        (r"\cot", r"\sec", r"\csc"),
        "is not among the functions of the language; write it with \\sin and \\cos",
    ),
    **dict.fromkeys((r"\mod", r"\bmod", r"\pmod"), "is not among the functions of the language"),
}
SUGGESTED = (
    *GREEK, *FUNCTIONS, *ACCENTS, *COMMANDS, *SAME, *SENSES, *OPENING, *CLOSING, *FONTS,
    r"\left", r"\right", r"\cdot", r"\times", r"\text", r"\quad",
)  # fmt: skip
# Environments that are displays, and those of which nothing is read.
DISPLAYS = frozenset(
    f"{name}{star}"
    for name in (
        "align", "equation", "gather", "multline", "flalign", "alignat", "eqnarray", "displaymath",
    )
    for star in ("", "*")
)  # fmt: skip
VERBATIM = ("verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "tikzpicture")
