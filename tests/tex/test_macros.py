r"""Macros: definitions end with their group, and their tokens stay what they are, as in TeX."""

import pytest

from boundcalc.derivations.derivations import read_derivations
from boundcalc.tex.files import read_file, read_source
from boundcalc.tex.macros import Macro

DECLARED = "%! declare x, y, q, n, v, r positive\n"


def relations(text):
    """Return the relations of a LaTeX document, and the messages of its errors."""
    found = read_derivations(read_source(DECLARED + text))
    return [str(step.row.relation) for step in found.steps], [
        error.message for error in found.errors
    ]


READ = [
    # The tokens of an argument stay apart from those of the macro.
    (r"\newcommand{\atleast}[1]{\ge#1}\[ x \atleast{q-1} \]", ["x >= q - 1"]),
    (r"\newcommand{\atleast}[1]{\ge #1}\[ x \atleast{q-1} \]", ["x >= q - 1"]),
    (r"\newcommand{\atleast}[1]{\ge#1}\[ x \atleast q \]", ["x >= q"]),
    (r"\newcommand{\times}[1]{#1y}\[ x \ge \times{\pi} \]", ["x >= pi * y"]),
    (r"\newcommand{\twice}[2]{\cdot#1#2}\[ x \twice{}{v} \ge 1 \]", ["x * v >= 1"]),
    ("\\newcommand{\\s}[1]{#1 % twice #1\n + 1}\\[ x \\le \\s{y % what\n} \\]", ["x <= y + 1"]),
    (r"\newcommand{\tail}{\alpha}\[ x \ge 1 \]", ["x >= 1"]),
    (r"\newcommand{\less}{\le}\[ x \less y \]", ["x <= y"]),
    (r"\newcommand{\pair}{x + 1}\[ 2 \pair \ge y \]", ["2 * x + 1 >= y"]),
    (r"\def\sq#1{#1^2}\[ \sq x \ge y \]", ["x^2 >= y"]),
    # What grows with the delimiter behind it is no text of its own; \l and \r are customary for it.
    (r"\def\lft{\left}\def\rgt{\right}\[ \lft(x+1\rgt) y \ge v \]", ["(x + 1) * y >= v"]),
    (r"\[ \l(x+1\r) y \ge \l|v\r| \]", ["(x + 1) * y >= abs(v)"]),
    (r"\newcommand{\l}{v}\[ \l (x+1) \ge y \]", ["v * (x + 1) >= y"]),
    # Optional arguments stand first, in brackets.
    (r"\newcommand{\a}[1][2]{#1}\[ x \le \a \]", ["x <= 2"]),
    (r"\newcommand{\a}[1][2]{#1}\[ x \le \a[y] \]", ["x <= y"]),
    (r"\newcommand{\a}[2][2]{#1 \cdot #2}\[ x \le \a{y} \le \a[q]{y} \]",
     ["x <= 2 * y", "2 * y <= q * y"]),
    (r"\newcommand{\atleast}[2][]{\ge#2}\[ x \atleast{q-1} \]", ["x >= q - 1"]),
    (r"\RenewDocumentCommand{\leq}{m}{\geq #1}\[ x \leq y \]", ["x >= y"]),
    (r"\NewDocumentCommand{\a}{O{2} m}{#1 #2}\[ x \le \a{y} \]", ["x <= 2 * y"]),
    # Delimiters in pairs.
    (r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}\[ \abs{x} \ge 0 \]", ["abs(x) >= 0"]),
    (r"\DeclarePairedDelimiter\abs{|}{|}\[ \abs*{x - y} \ge 0 \]", ["abs(x - y) >= 0"]),
    (r"\DeclarePairedDelimiter\ceil\lceil\rceil\[ \ceil[\big]{x} \ge x \]", ["ceil(x) >= x"]),
    # A definition ends with its group.
    (r"{\renewcommand{\leq}{\geq}} \[ x \leq y \]", ["x <= y"]),
    (r"\[ x \leq y \] {\renewcommand{\leq}{\geq} \[ x \leq y \]} \[ x \leq y \]",
     ["x <= y", "x >= y", "x <= y"]),
    (r"\begingroup\renewcommand{\leq}{\geq}\endgroup \[ x \leq y \]", ["x <= y"]),
    (r"\begin{proof}\renewcommand{\leq}{\geq}\[ x \leq y \]\end{proof} \[ x \leq y \]",
     ["x >= y", "x <= y"]),
    (r"{\gdef\leq{\geq}} \[ x \leq y \]", ["x >= y"]),
    (r"{\global\let\leq\geq} \[ x \leq y \]", ["x >= y"]),
    # It holds from its place on.
    (r"\[ x \leq y \] \renewcommand{\leq}{\geq} \[ x \leq y \]", ["x <= y", "x >= y"]),
    (r"\newcommand{\two}{2}\renewcommand{\two}{3}\[ x \ge \two \]", ["x >= 3"]),
    (r"\newcommand{\a}{\b}\newcommand{\b}{1}\[ x \ge \a \]\renewcommand{\b}{2}\[ x \ge \a \]",
     ["x >= 1", "x >= 2"]),
    (r"\providecommand{\leq}{\geq}\[ x \leq y \]", ["x <= y"]),
    (r"\providecommand{\half}{\frac12}\[ x \ge \half \]", ["x >= 1 / 2"]),
    # \let takes the meaning of its moment.
    (r"\let\leq\geq \[ x \leq y \]", ["x >= y"]),
    (r"\let\leq=\geq \[ x \leq y \]", ["x >= y"]),
    (r"\let\old\le \renewcommand{\le}{\ge} \[ x \old y \le 1 \]", ["x <= y", "y >= 1"]),
    (r"\let\t\le \let\le\ge \let\ge\t \[ x \le y \ge 1 \]", ["x >= y", "y <= 1"]),
    (r"\newcommand{\c}{1}\let\d\c\renewcommand{\c}{2}\[ x \ge \d \]", ["x >= 1"]),
    (r"\let\is== \[ x \is y \]", ["x = y"]),
    # Macros make displays.
    (r"\newcommand{\be}{\begin{equation}}\def\ee{\end{equation}}\be x \le y \ee \[ y \le q \]",
     ["x <= y", "y <= q"]),
    (r"\def\ba{\begin{align*}}\def\ea{\end{align*}} \ba x &\le y \\ &= q \ea",
     ["x <= y", "y = q"]),
    (r"\newcommand{\show}[1]{\begin{align*}#1\end{align*}} \show{x &\le y} \[ y \le q \]",
     ["x <= y", "y <= q"]),
    (r"\def\bea{\begin{eqnarray}} \bea x &\le& y \end{eqnarray}", ["x <= y"]),
    # What is not typeset is not read.
    (r"\iffalse \[ x \le 0 \] \fi \[ x \le y \]", ["x <= y"]),
    (r"\iffalse \ifnum1=1 \[ x \le 0 \] \fi \[ x \le 1 \] \fi \[ x \le y \]", ["x <= y"]),
    (r"\iffalse $a \iff b$ \[ x \le 0 \] \fi \[ x \le y \]", ["x <= y"]),
    ("\\iffalse % \\fi\n \\[ x \\le 0 \\] \\fi \\[ x \\le y \\]", ["x <= y"]),
    (r"\iffalse \[ x \le 0 \] \else \[ x \le 1 \] \fi \[ x \le y \]", ["x <= 1", "x <= y"]),
    (r"\iftrue \[ x \le 0 \] \else \[ x \le 1 \] \fi \[ x \le y \]", ["x <= 0", "x <= y"]),
    (r"\iffalse \renewcommand{\le}{\ge} \fi \[ x \le y \]", ["x <= y"]),
    (r"\iffalse \newif\ifx \[ x \le 0 \] \fi \[ x \le y \]", ["x <= y"]),
    (r"\[ x \le y \] \endinput \[ x \le 0 \]", ["x <= y"]),
    (r"\begin{comment} \renewcommand{\le}{\ge} \end{comment} \[ x \le y \]", ["x <= y"]),
    ("% \\renewcommand{\\le}{\\ge}\n\\[ x \\le y \\]", ["x <= y"]),
    (r"\iftrue \newcommand{\a}{1} \fi \[ x \ge \a \]", ["x >= 1"]),
    (r"\newif\ifdraft \newcommand{\a}{1} \[ x \ge \a \]", ["x >= 1"]),
]  # fmt: skip
UNREAD = [
    (r"\AtBeginDocument{\renewcommand{\leq}{\geq}}\[ x \leq y \]", r"\leq is defined in a way"),
    (r"\ifthenelse{\a}{\renewcommand{\leq}{\geq}}{}\[ x \leq y \]", r"\leq is defined"),
    (r"\newcommand{\a}{1}\newcommand{\a}{2}\[ x \leq \a \]", r"\a is defined"),
    (r"\edef\a{1}\[ x \leq \a \]", r"\a is defined"),
    (r"\def\leq(#1){#1}\[ x \leq y \]", r"\leq is defined"),
    (r"\newcommand{\a}[0][2]{1}\[ x \leq \a \]", r"\a is defined"),
    (r"\NewDocumentCommand{\a}{m o}{#1}\[ x \leq \a{1} \]", r"\a is defined"),
    (r"\DeclarePairedDelimiterX{\abs}[1]{\lvert}{\rvert}{#1}\[ \abs{x} \ge 0 \]", r"\abs is"),
    (r"\newcommand{\a}[1]{#1#2}\[ x \leq \a{1} \]", r"\a is defined"),
    (r"\newcommand{\a}{#1}\[ x \leq \a \]", r"\a is defined"),
    (r"\let\leq\undefined \[ x \leq y \]", r"unknown command \undefined"),
    (r"\let\a\a \[ x \leq \a \]", r"unknown command \a"),
    (r"\expandafter\def\csname leq\endcsname{\geq}\[ x \leq y \]", r"\leq is defined"),
    (
        r"\newcommand{\a}{1}\expandafter\renewcommand\csname a\endcsname{0}\[ x \ge \a \]",
        r"\a is defined",
    ),
    (r"\expandafter\let\csname leq\endcsname\geq\[ x \leq y \]", r"\leq is defined"),
    (r"\makeatletter\@namedef{leq}{\geq}\[ x \leq y \]", r"\leq is defined"),
    (r"\newcommand{\swap}{\renewcommand{\leq}{\geq}}\swap\[ x \leq y \]", r"\leq is defined"),
    (r"\def\swap{\let\leq\geq}\swap\[ x \leq y \]", r"\leq is defined"),
    (
        r"\newcommand{\a}{1}\newif\ifdraft\ifdraft\renewcommand{\a}{0}\fi\[ x \ge \a \]",
        r"\a is defined",
    ),
    (r"\newcommand{\a}{1}\ifnum\n=1 \else\def\a{0}\fi\[ x \ge \a \]", r"\a is defined"),
    (r"\iffalse \[ x \le 0 \]", r"\fi"),
    (r"\[ x \iffalse \ge 0 \] \[ \fi \le y \]", r"unknown command \iffalse"),
]


@pytest.mark.few(18)
@pytest.mark.parametrize(("text", "expected"), READ)
def test_macros_are_read_as_tex_reads_them(text, expected):
    assert relations(text) == (expected, [])


@pytest.mark.parametrize(("text", "message"), UNREAD)
def test_what_is_not_certain_is_unread(text, message):
    _, errors = relations(text)
    assert any(message in error for error in errors)


def test_an_included_file_uses_and_gives_definitions(tmp_path):
    main = DECLARED + (
        r"\newcommand{\a}{1} \[ x \ge \b \] \input{inner} \[ x \ge \b \] {\input{other}} "
        r"\[ x \ge \c \]"
    )
    (tmp_path / "main.tex").write_text(main)
    (tmp_path / "inner.tex").write_text(r"\newcommand{\b}{2} \[ x \ge \a \] \renewcommand{\a}{3}")
    (tmp_path / "other.tex").write_text(r"\[ x \ge \a \] \newcommand{\c}{4}")

    found = read_derivations(read_file(tmp_path / "main.tex"))

    assert [str(step.row.relation) for step in found.steps] == ["x >= 1", "x >= 2", "x >= 3"]
    messages = [error.message for error in found.errors]
    assert len(messages) == 2
    assert r"unknown command \b" in messages[0]
    assert r"\c is defined" in messages[1]


def test_arguments_do_not_run_into_commands():
    assert Macro(1, r"\ge#1").expand(["q-1"]) == r"\ge q-1"
    assert Macro(2, "#1#2").expand([r"\alpha", "x"]) == r"\alpha x"
    assert Macro(2, "#1#2").expand(["1", "2"]) == "12"
    assert Macro(1, r"\\#1").expand(["x"]) == r"\\x"


def test_packages_are_known_by_name_or_lie_beside_the_document(tmp_path):
    main = (
        r"""\usepackage{physics, ours, theirs}
"""
        + DECLARED
        + r"\[ \abs{x} \ge \ourbound \]"
    )
    (tmp_path / "main.tex").write_text(main)
    (tmp_path / "ours.sty").write_text(r"\newcommand{\ourbound}{-y} \[ x \le 0 \]")

    found = read_derivations(read_file(tmp_path / "main.tex"))

    assert [str(step.row.relation) for step in found.steps] == ["abs(x) >= -y"]
    assert not found.errors


@pytest.mark.parametrize(
    "local",
    [
        r"{\renewcommand{\leq}{\geq}}",
        r"$$ {\renewcommand{\leq}{\geq}} $$",
        r"$$ \begingroup \renewcommand{\leq}{\geq} \endgroup $$",
        r"Text {\renewcommand{\leq}{\geq} $x \leq 1$} and more.",
    ],
)
def test_what_a_group_of_a_page_defines_is_not_applied_to_all_of_it(local):
    text = f"<!-- %! declare x, y real -->\n{local}\n\n$$ x \\leq y $$\n"

    found = read_derivations(read_source(text, is_markdown=True))

    assert any(r"\leq is defined in a way" in error.message for error in found.errors)
    assert not any("x >= y" in str(step.row.relation) for step in found.steps)
