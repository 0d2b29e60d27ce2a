"""More than 700 malformed command lines, the same in every run.

They are commands of each kind with arguments that are damaged in turn.
"""

import itertools

WRONG = (
    *(
        "",
        "=",
        "n",
        "tau",
        "=0.1",
        "tau=",
        "tau==",
        "tau=0.1=0.2",
        "tau=..",
        "tau=1..",
        "tau=1..2..",
    ),
    *("tau=nan", "tau=1e999999", "tau=1/0", "tau=0x10", "tau=%", "tau=-", "τ=①", "tau=0.1,0.2,,"),
    *("confidence=", "confidence=%", "confidence=x%", "confidence=1..2", "k=1..9..*1", "k=9..1"),
    *("\x00=1", "\x1b[2J=1", "\ud800=1", "a" * 5000 + "=1", "tau=" + "9" * 5000, "__class__=1"),
    *("--", "--no-such", "-x", "--theorem", "--json=1", "--digits=x", "--format=x", "epsilon_{=1"),
)
FRONTS = (
    *(("solve", "n"), ("solve", "tau", "n=100"), ("table", "n"), ("compare", "n"), ("audit",)),
    *(("explain", "n"), ("plot", "n", "-o", "/no-such-folder/a.svg"), ("compose",)),
    *(("region", "-o", "/no-such-folder/a.svg"), ("compare", "n", "k=1,2")),
)
OPTIONS = (
    *("--full=1", "--theorem=", "--bib=x", "--latex", "--width=x", "--digits", "--depth=x"),
    *("--workers=-1", "--jobs=0", "--time-limit=0", "--format", "--plot", "-o", "--over", "--json"),
)
COMMANDS = (
    *("solve", "table", "compare", "plot", "region", "prove", "check", "recheck", "export"),
    *("annotate", "explain", "audit", "tightness"),
)
REST = (
    ("no-such",),
    ("solve",),
    ("solve", ""),
    ("solve", "n", "--least", "--greatest"),
    ("solve", "n", "tau=0.1", "--theorem", ""),
    ("solve", "n", "tau=0.1", "--theorem", "route/x"),
    ("symbols", "\x00"),
    ("symbols", "tau=1"),
    ("symbols", "a" * 5000),
    ("show", ""),
    ("show", "route/"),
    ("list", "--unknown", "\ud800"),
    ("list", "--topic", "no such topic"),
    ("prove", ""),
    ("prove", "x"),
    ("prove", "x <="),
    ("prove", "(" * 2000),
    ("prove", "x <= y <= "),
    ("check", ""),
    ("check", "/"),
    ("check", "no-such.tex"),
    ("check", "x.pdf"),
    ("recheck", ""),
    ("recheck", "/"),
    ("recheck", "no-such.json"),
    ("explain",),
    ("compose",),
    ("compose", "x"),
    ("plot", "n"),
    ("region", "n"),
    ("annotate", "no-such.tex"),
    ("holdout", "no-such"),
    ("help", "no-such"),
    ("site", "-o", "a" * 4000),
    ("sharpen", "x \\le c", "--where", "x in [0,1]", "--for", "c", "--certificates", "a" * 4000),
    ("--install-completion", "no-shell"),
    ("--show-completion", "-V"),
    ("compare", "n", "tau=0.1", "beta=0.05", "k=1e300,1e301"),
)
DOMAINS = (
    *("x", "x in", "x in (1,0)", "x in [0, 1", "x in {1,2}", "x real, x real", "y in [0,1]"),
    *("x in [0,1] x in [0,2]", "x integer >=", "x in [a,b]", "x in [0, 1/0]", "\\x in [0,1]"),
    *("x in [0,1],,", "x" * 10000, "x in [0,1e999999999]"),
)
RELATIONS = (
    *("exp(", "exp()", "sqrt()", "sqrt(x", "sqrt[](x) <= 1", "max(x,) <= 1", "exp(x) >=", "ln(x"),
    *("\\frac{1}{} \\le 1", "x \\le 1 \\le", "x \\lt\\lt 1", "\\sqrt[x]{} \\le 1", "x_ \\le 1"),
    *("x^ \\le 1", "x^{{}} \\le 1", "\\sum_{i=1} i \\le 1", "\\binom{x} \\le 1"),
    *(
        "\\left( x \\le 1",
        "|x \\le 1",
        "x \\in [0,1]",
        "x \\to 0",
        "\\text{if} x \\le 1",
        "% x \\le 1",
    ),
    *("x \\le 1; import os", "x==1", "x <= 1 and x >= 0", "(((((x \\le 1", "\ud800 \\le 1", "\\le"),
    *("\\operatorname{foo}(x) \\le 1", "x \\le\\infty"),
)
SEARCHES = (
    (),
    ("",),
    ("x",),
    ("\\frac{1}{0}", "--where", "x in [0,1]"),
    ("x", "--where", ""),
    ("x", "--for", ""),
    ("x \\le 1", "--for", "y"),
    ("1", "--where", "x in [0,1]", "--digits", "x"),
)
KINDS = (
    ("10:", "delta=1e-6"),
    ("10:0.1:1",),
    ("-1:0.1", "epsilon=1"),
    ("1e400:0.1", "epsilon=1"),
    ("10:nan", "epsilon=1"),
    ("10:0.1", "epsilon=1", "delta=1e-6"),
    ("10:0.1", "gamma=1"),
    ("0.5:0.1", "epsilon=1"),
    (":", "epsilon=1"),
)
BESIDES = (
    *(("graph", "-o", "/no/such/g.svg"), ("graph", "-o", ""), ("graph", "-o", "g.exe")),
    *(("site",), ("site", "-o", "/dev/null"), ("serve", "--port", "x"), ("serve", "--port", "-1")),
    *(("serve", "--host", "no such host", "--port", "0"), ("tightness", "no/such")),
    *(("tightness", "lecture-12/claim-0.2", "--over", "zz"), ("tested", "x"), ("errata", "x")),
    *(
        ("list", "no-such-word"),
        ("show", "lecture-18/thm-0.2", "extra"),
        ("show", "../../etc/passwd"),
    ),
    *(("solve", "n", f"tau={text}", "beta=0.05") for text in ("0,1,", "0,,1", "0,1e-3", "1 0000")),
    *(("compare", "n", "k=1..10", "tau=1..2", "beta=0.05"), ("compare", "n", "tau=0.1")),
    ("table", "n", "tau=1e-9..1..*1.0000001", "beta=0.05"),
    ("table", "n", "tau=0.1..0.2..0", "beta=0.05"),
    ("region", "epsilon=1..0", "delta=0..1", "n=1", "-o", "/no/r.svg"),
    ("solve", "n", "tau=0.1", "tau=0.2"),
    ("solve", "n", "n=5", "tau=0.1"),
    ("solve", "n", "tau=0.1", "beta=0.05", "k=1000", "--digits", "0"),
    ("solve", "n", "tau=0.1", "beta=0.05", "k=1.5"),
    ("solve", "n", "tau=0.1", "beta=1.5", "k=5"),
    ("solve", "n;ls", "tau=0.1"),
    ("solve", "n", "tau=$(ls)"),
    ("audit", "sigma=-1", "epsilon=1", "delta=1e-6"),
    ("audit", "n=1", "tau=5"),
    ("holdout", "init", "/no/h.jsonl", "n=1e400", "tau=0.1"),
    ("holdout", "status", "/"),
    ("export", "no-such.json", "--coq", "-o", "/no/x.v"),
)
HUGE = ("1e5000", "1e-5000", "1e100000", "9" * 4000, "1/" + "3" * 3000)
BESIDE_HUGE = (
    ("solve", "n", "beta=0.05", "k=10", "tau={}"),
    ("solve", "n", "tau=0.1", "k=10", "beta={}"),
    ("solve", "n", "tau=0.1", "beta=0.05", "k={}"),
    ("solve", "tau", "beta=0.05", "k=10", "n={}"),
    ("solve", "sigma", "tau=0.1", "beta=0.05", "k=10", "n={}"),
    ("solve", "epsilon", "delta=1e-6", "sigma={}"),
    ("explain", "n", "tau=0.1", "beta=0.05", "k={}"),
    ("audit", "tau=0.1", "beta=0.05", "k=10", "n={}"),
    ("compare", "n", "tau=0.1", "k=10,20", "beta={}"),
)
LINES = (
    *(("prove", "x \\le 2", "--where", domain) for domain in DOMAINS),
    *(("prove", relation, "--where", "x in [0,1]") for relation in RELATIONS),
    *(("prove", "x \\le 2", "--where", "x real", "--assume", text) for text in ("x", "x \\le")),
    *(("prove", "x \\le 2", "--where", "x real", "--time-limit", of) for of in ("x", "-1", "nan")),
    *(
        (command, *rest)
        for command, rest in itertools.product(("sharpen", "maximize", "minimize"), SEARCHES)
    ),
    *(("compose", *kinds) for kinds in KINDS),
    *BESIDES,
    *((*front, "beta=0.05", wrong) for front, wrong in itertools.product(FRONTS, WRONG)),
    *((*words, last.format(text)) for (*words, last), text in itertools.product(BESIDE_HUGE, HUGE)),
    *((command, option) for command, option in itertools.product(COMMANDS, OPTIONS)),
    *REST,
)
