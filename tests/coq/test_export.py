"""Certificates as files of Coq: what they say, and that the kernel accepts what holds alone."""

import copy
import json
import re
import subprocess
from contextlib import nullcontext
from fractions import Fraction
from functools import cache

import pytest

from boundcalc.checker.goals import Context, Range
from boundcalc.cli import main
from boundcalc.coq import Kernel, NoKernel, NotExported, theorem_text
from boundcalc.coq.texts import safe_names
from boundcalc.coq.vanishing import may_vanish
from boundcalc.proving.portable import portable
from boundcalc.relation_prover import prove
from tests.proving.suite import relations

ENTRIES = {entry["id"]: entry for entry in relations()}
PRODUCT = (r"x_1 x_2 x_3 x_4 \le 1", "x_1, x_2, x_3, x_4 real", r"x_1^2+x_2^2+x_3^2+x_4^2 < 1")
HANDFUL = ["sqrt-complement", "probe-iv", "xlogx-tangent", "floor-lower"]
ANGLES = [
    "arctan-above-cubic",
    "arctan-of-reciprocal",
    "huygens",
    "jordan",
    "log-of-cos",
    "sin-of-a-mean",
    "sin-of-a-sum",
    "sin-plus-cos",
]
NORMAL = ["mills-upper", "erfc-exp", "erf-linear", "phi-symmetry", "gauss-half-line"]
NOT_EXPORTED = (r"x^{401} \le x", "x in [0, 1]")
CASES = ["log-sum-exp-three"]
VANISHING = ["copies-exp", "euler-minus"]  # powers of bases that may be zero
ROOTS = ["n1-root"]  # one holds a root of logarithms
DISCRETE = ["sum-telescoping", "central-upper", "stirling-upper", "binomial-three-lower-strict"]
AXIOMS = {  # of Coq's reals, and of its integers of 63 bits with which coq-interval computes
    "ClassicalDedekindReals",
    "Classical_Prop",
    "FunctionalExtensionality",
    "PrimInt63",
    "Uint63",
}
SAMPLE = sorted(ENTRIES)[::11]


@cache
def kernel():
    try:
        return Kernel()
    except NoKernel as reason:
        pytest.skip(f"Coq or its library Interval is not installed: {reason}")


def certificate(relation, where, *assume):
    found = prove(relation, where=where, assume=assume).certificate
    assert found is not None
    return portable(found)


def of_entry(name):
    entry = ENTRIES[name]
    return certificate(entry["relation"], entry["where"], *entry.get("assume", []))


def test_the_theorem_is_readable_and_stands_last():
    text = theorem_text(certificate(r"\frac{x}{y} + \ln x \le y", "x in (0, 1]; y in [1, 3]"))

    assert text.index("Lemma proof") < text.index("Theorem relation_holds")
    assert text.split("Theorem relation_holds :")[1].split("Proof.")[0].split("\n")[1:] == [
        "  forall x y : R,",
        "  (0 < x) ->",
        "  (x <= 1) ->",
        "  (1 <= y) ->",
        "  (y <= 3) ->",
        "  (y <> 0) /\\ (0 < x) /\\ (((x / y) + (ln x)) <= y).",
        "",
    ]


def test_an_integer_is_a_real_that_is_one():
    text = theorem_text(certificate(r"n^2 \ge n", "n integer >= 0"))

    assert text.count("(exists z : Z, n = IZR z) ->") == 1


def test_variables_never_share_a_name():
    names = safe_names(["exp", "exp_", "x", "y7", "y7_", "F"])

    assert names == {
        "exp": "exp_",
        "exp_": "exp__",
        "x": "x",
        "y7": "y7_",
        "y7_": "y7__",
        "F": "F_",
    }


def test_what_no_lemma_is_about_is_named():
    with pytest.raises(NotExported, match="an exponent beyond 400"):
        theorem_text(certificate(*NOT_EXPORTED))


def test_a_sum_says_where_it_is_defined():
    text = theorem_text(certificate(r"\sum_{i=1}^n \frac{1}{i} \le n", "n integer in [1, 2]"))

    said = text.partition("Theorem relation_holds :")[2].partition("Proof.")[0].splitlines()
    assert said[-1] == (
        "  (summed 1 n (fun i => (i <> 0))) /\\ ((sum_over (fun i => (1 / i)) 1 n) <= n)."
    )


@pytest.mark.parametrize(
    ("relation", "where", "said"),
    [
        (r"x^n \le 1", "x in [0, 1]; n integer >= 1", "(powered x n)"),
        (r"x^n \le 1", "x in (0, 1]; n integer >= 1", "(0 < x)"),
        (r"x^{1/2} \le 1", "x in [0, 1]", "(0 <= x)"),
    ],
)
def test_a_power_says_where_its_base_may_be_zero(relation, where, said):
    text = theorem_text(certificate(relation, where))

    *_, conclusion, _ = (
        text.partition("Theorem relation_holds :")[2].partition("Proof.")[0].split("\n")
    )
    assert conclusion.count(said) == 1


def test_a_base_under_a_logarithm_is_positive():
    power = ("power", ("symbol", "x"), ("symbol", "n"))
    small, large = Fraction(0), Fraction(1)
    context = Context(
        {"x": Range(small, large, True, True), "n": Range(large, Fraction(9), True, True)}
    )

    assert may_vanish(context, power) == {power}
    assert not may_vanish(context, ("multiply", power, ("ln", ("symbol", "x"))))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [*HANDFUL, *ANGLES, *NORMAL, *CASES, *VANISHING, *ROOTS, *DISCRETE]
)
def test_the_kernel_accepts(name):
    reply = kernel().check(of_entry(name))

    assert (reply.is_accepted, reply.error) == (True, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        (r"k \le 1.73206", "k real", "k^2 = 3"),
        (r"s + c \le \sqrt{2}", "s, c real", "s^2 + c^2 = 1"),
        (r"x y \le 1/2", "x, y real", "x^2 + y^2 = 1"),
    ],
)
def test_the_kernel_accepts_what_an_equation_implies(relation, where, assume):
    reply = kernel().check(certificate(relation, where, assume))

    assert (reply.is_accepted, reply.error) == (True, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"2^n \ge n^2", "n integer >= 4"),  # a natural power at the end, a real one inside
        (r"3^n \ge n^3", "n integer >= 0"),
        (r"(1+1/n)^n \le e", "n integer >= 1"),  # 1/n is written in the goal, and becomes u
        (r"\sqrt a+\sqrt b \le \sqrt{2(a+b)}", "a >= 0; b >= 0"),  # ln(a + b) beside roots
        (r"x^{1/3} \le (x+2)/3", "x >= 0"),
        (r"|x-y| \ge |x|+|y|", "x, y real"),  # refuted: minus one, or the negative of one
        (r"x \le \frac{1}{1-x/3}", "x in [0, 3]"),  # refuted: 1 - 3/3 is zero
    ],
)
def test_the_kernel_accepts_what_it_refused(relation, where):
    reply = kernel().check(certificate(relation, where))

    assert (reply.is_accepted, reply.error) == (True, "")


@pytest.mark.slow
def test_the_kernel_refuses_what_is_false():
    forged = copy.deepcopy(certificate(*PRODUCT))
    text = theorem_text(forged)
    false = text.replace("(x_1 * x_2) * x_3) * x_4) <= 1", "(x_1 * x_2) * x_3) * x_4) <= (1 / 100)")

    assert false != text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("boundcalc.coq.kernel.theorem_text", lambda _: false)
        assert not kernel().check(forged).is_accepted


@pytest.mark.slow
def test_a_counterexample_is_accepted():
    found = certificate(r"e^{6e_1}-1 \le 12 e_1", "e_1 in (0, 1/2]")

    assert found["kind"] == "refutation"
    assert kernel().check(found).is_accepted


@pytest.mark.slow
def test_the_command_writes_a_file_that_coqc_accepts_alone(tmp_path, capsys):
    kernel()
    relation, where, assumed = PRODUCT
    proof, file = tmp_path / "proof.json", tmp_path / "file.v"
    proof.write_text(json.dumps(certificate(relation, where, assumed)), encoding="utf-8")

    assert main(["export", str(proof), "--coq", "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8").rstrip().endswith("Qed.")
    with file.open("a", encoding="utf-8") as more:
        more.write("Print Assumptions relation_holds.\nPrint Assumptions robbins.\n")
        more.write("Print Assumptions enclosure.\nPrint Assumptions to_limit.\n")
    done = subprocess.run(["coqc", str(file)], capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 0
    axioms = re.findall(r"^(\w+(?:\.\w+)+)", done.stdout.decode(), re.MULTILINE)
    assert axioms
    assert {axiom.split(".")[0] for axiom in axioms} <= AXIOMS


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{}", "--coq"], "cannot be exported: no lemma is about an exponent beyond 400"),
        (["{}"], "--coq"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, capsys, arguments, said):
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(certificate(*NOT_EXPORTED)), encoding="utf-8")

    assert main(["export", *(item.format(proof) for item in arguments)]) == 2
    assert said in capsys.readouterr().err


def document(tmp_path):
    file = tmp_path / "notes.tex"
    file.write_text(
        "%! declare x \\in [0, 1]\n\\begin{align*}\n"
        "  x^2 &\\le x \\\\\n  x^{401} &\\le x\n\\end{align*}\n",
        encoding="utf-8",
    )
    return str(file)


@pytest.mark.slow
def test_check_counts_the_rows_that_the_kernel_accepts(tmp_path, capsys, monkeypatch):
    one = kernel()  # with its library compiled
    monkeypatch.setattr("boundcalc.reports.kernel.Kernel", lambda: nullcontext(one))

    assert main(["check", document(tmp_path), "--coq", "--no-cache"]) == 0
    assert "Coq's kernel accepts 1 of 2 rows" in capsys.readouterr().out


def test_check_says_where_coq_is_missing(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("boundcalc.coq.kernel.shutil.which", lambda _: None)

    assert main(["check", document(tmp_path), "--coq", "--no-cache"]) == 0
    assert "Coq's kernel was not asked: coqc is not on the PATH" in capsys.readouterr().out


@pytest.mark.slow
def test_most_of_a_sample_of_the_suite_are_accepted():
    exported, refused = 0, []
    for name in SAMPLE:
        entry = ENTRIES[name]
        found = prove(entry["relation"], where=entry["where"], assume=entry.get("assume", []))
        if found.certificate is None:
            continue
        try:
            reply = kernel().check(portable(found.certificate))
        except NotExported:
            continue
        exported += 1
        refused += [] if reply.is_accepted else [name]

    assert exported >= 40
    assert len(refused) <= exported / 4, refused
