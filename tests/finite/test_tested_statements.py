"""What the library says of its theorems agrees with what exact instances say."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from boundcalc.enclosures.exact import exact_value
from boundcalc.finite import Distribution
from boundcalc.finite.divergences import greatest_ratio, total_variation
from boundcalc.finite.search import Search
from boundcalc.finite.testing import (
    Case,
    TestedStatement,
    TestReport,
    claimed,
    is_in_scope,
    on_grid,
    run,
)
from boundcalc.judgements import VerdictKind
from boundcalc.language import DomainError, QuestionError, StatementError, TVStability, exp, ln
from boundcalc.library import load_library
from boundcalc.output.tested import (
    report_card,
    report_json,
    reports_markdown,
    summary_card,
    tightness_card,
)
from boundcalc.tested import find_statements, is_confirmed, load_records, load_statements
from boundcalc_theorems.privacy.noise import stability_of_privacy
from tests.tested_page import (
    PAGE,
    RECORD,
    WRITE_ANEW,
    found_reports,
    page_text,
    record_text,
    verdicts,
)

STATEMENTS = load_statements()
FEW = 12

# The doubt about it is that it does not follow from the theorem before it; no instance violates it.
DOUBTFUL_AND_NOT_REFUTED = {
    "max-information/thm-1.3",  # errs where beta >= alpha, which no instance has
    "max-information/thm-C.1",  # like thm-1.3
    "max-information/thm-C.3.gamma",
}

SOURCES = {
    "adaptive-queries",
    "concentration",
    "lecture-12",
    "lecture-18",
    "max-information",
}
NOT_TESTED = {
    "adaptive-queries/thm-3.3": "asks for more records than can be listed",
    "adaptive-queries/thm-3.3.noise": "asks for more records than can be listed",
    "adaptive-queries/thm-3.3.sharpened": "asks for more records than can be listed",
    "lecture-18/thm-0.2.gaussian": "of finite instances the pair (epsilon, delta) is computed, and "
    "not the parameter of Gaussian privacy",
    "max-information/cor-4.2": "says that an algorithm exists, without naming it",
    "max-information/thm-4.5": "says that a code exists, and speaks of no distribution",
    "max-information/thm-C.3.sharpened": "is tried on random joint laws by a test of its own, "
    "tests/theorems/test_divergence_of_two_coins.py",
    "max-information/thm-D.1": "is weaker than max-information/thm-B.2.sharpened, which is tested",
}


class Reports(dict[str, TestReport]):
    """The report on each statement, made when it is asked for."""

    def __missing__(self, id: str) -> TestReport:
        statement = next(item for item in STATEMENTS if item.theorem.id == id)
        self[id] = run(statement, instances=FEW)
        return self[id]


@pytest.fixture(scope="module")
def reports() -> Reports:
    return Reports()


@pytest.fixture
def all_reports(reports: Reports) -> dict[str, TestReport]:
    return {statement.theorem.id: reports[statement.theorem.id] for statement in STATEMENTS}


def test_every_theorem_of_the_sources_is_tested_or_it_is_said_why_not() -> None:
    tested = {statement.theorem.id for statement in STATEMENTS}
    known = {
        theorem.id for theorem in load_library().theorems if theorem.id.split("/")[0] in SOURCES
    }

    assert known <= tested | set(NOT_TESTED)
    assert not tested & set(NOT_TESTED)


@pytest.mark.slow
@pytest.mark.parametrize("id", [statement.theorem.id for statement in STATEMENTS])
def test_doubtful_statements_are_refuted_and_no_others(
    id: str, reports: dict[str, TestReport]
) -> None:
    report = reports[id]
    theorem = report.statement.theorem
    is_refutable = theorem.is_doubtful and id not in DOUBTFUL_AND_NOT_REFUTED

    assert report.verdict is (VerdictKind.REFUTED if is_refutable else VerdictKind.TESTED)
    assert report.instances > 0
    assert report.undecided == 0 or report.violations > 0


@pytest.mark.slow
def test_the_checker_accepts_every_refutation(all_reports: dict[str, TestReport]) -> None:
    refuted = [report for report in all_reports.values() if report.violations]

    assert len(refuted) > 8
    for report in refuted:
        assert is_confirmed(report), report.statement.theorem.id


@pytest.mark.slow
def test_the_same_seed_makes_the_same_report_and_another_does_not() -> None:
    (statement,) = find_statements("max-information/lem-1.5.1")
    first, again, other = (run(statement, seed=seed, instances=10) for seed in (4, 4, 5))

    assert report_json(first) == report_json(again)
    assert first.instances == again.instances
    assert report_json(first) != report_json(other)


# --- the engine can fail ------------------------------------------------------------------------


def with_bound(factor: Fraction) -> TestedStatement:
    (statement,) = find_statements("lecture-12/claim-0.6")
    epsilon = next(iter(stability_of_privacy.parameters))
    wrong = replace(
        stability_of_privacy,
        id="tests/wrong",
        conclusion=TVStability(epsilon=(exp(epsilon) - 1) * factor),
    )
    return replace(statement, theorem=wrong)


@pytest.mark.slow
def test_a_bound_that_is_a_little_too_small_is_refuted() -> None:
    assert run(with_bound(Fraction(1, 2)), instances=FEW).verdict is VerdictKind.TESTED
    report = run(with_bound(Fraction(49, 100)), instances=FEW)

    assert report.verdict is VerdictKind.REFUTED
    assert report.counterexample is not None
    assert report.counterexample.badness > 1
    assert is_confirmed(report)


def test_a_violation_in_a_batch_is_found_and_decided_exactly() -> None:
    statement = replace(with_bound(Fraction(1, 10)), cases=lambda rng, count: ())
    report = run(statement, instances=FEW)

    # The screen compares with the bound as printed, so that only the worst are decided.
    assert report.verdict is VerdictKind.REFUTED
    assert report.exact < report.instances


def two_laws(weights: tuple[int, ...]) -> Case | None:
    p, q = (
        Distribution.from_weights(part) if any(part) else None
        for part in (weights[:3], weights[3:])
    )
    ratio = None if p is None or q is None else greatest_ratio(p, q)
    if p is None or q is None or ratio is None or ratio == 1:
        return None
    return Case(facts={}, values={"epsilon": ln(ratio)}, measured=total_variation(p, q))


@pytest.mark.slow
def test_a_climb_finds_what_random_instances_do_not() -> None:
    # Total variation reaches (e^epsilon - 1)/2 only for laws that are close to each other.
    wrong = with_bound(Fraction(2, 5))
    climbing = replace(
        wrong, cases=lambda rng, count: (), batch=None, search=Search((6,), two_laws)
    )

    report = run(climbing, instances=100)
    assert report.verdict is VerdictKind.REFUTED
    assert report_json(report) == report_json(run(climbing, instances=100))
    right = replace(climbing, theorem=stability_of_privacy)
    assert run(right, instances=100).verdict is VerdictKind.TESTED


def test_what_is_out_of_scope_does_not_count() -> None:
    outside = {"epsilon": ln(1), "delta": 0}

    assert not is_in_scope(stability_of_privacy, outside)
    assert is_in_scope(stability_of_privacy, {"epsilon": ln(2)})

    def nothing(_rng: np.random.Generator, _count: int) -> Iterator[Case]:
        yield Case(facts={}, values=outside, measured=5)

    statement = replace(with_bound(Fraction(1, 2)), cases=nothing, batch=None)
    report = run(statement)
    assert report.verdict is VerdictKind.UNKNOWN
    assert (report.instances, report.skipped) == (0, 1)


def test_equality_is_decided_exactly() -> None:
    def equal(_rng: np.random.Generator, _count: int) -> Iterator[Case]:
        yield Case(facts={}, values={"epsilon": ln(3)}, measured=1)

    statement = replace(with_bound(Fraction(1, 2)), cases=equal, batch=None)

    assert run(statement).verdict is VerdictKind.TESTED
    assert run(replace(statement, is_strict=True)).verdict is VerdictKind.REFUTED


def test_wrong_use_of_the_engine_is_an_error() -> None:
    (statement,) = find_statements("lecture-12/claim-0.6")

    with pytest.raises(DomainError, match="at least 1"):
        run(statement, instances=0)
    with pytest.raises(StatementError, match="none of"):
        replace(statement, quantity="tau")
    with pytest.raises(StatementError, match="no value to epsilon"):
        is_in_scope(stability_of_privacy, {})
    with pytest.raises(QuestionError, match="no tested statement"):
        find_statements("lecture-99/claim")


# --- what is printed -----------------------------------------------------------------------------


def test_a_counterexample_is_printed_in_rationals(reports: dict[str, TestReport]) -> None:
    text = str(report_card(reports["max-information/lem-A.6.1"], is_confirmed=True))

    assert "REFUTED" in text
    assert "((1/2, 0), (0, 1/2))" in text
    assert "the checker accepts that the inequality fails" in text


def test_the_summary_counts_the_verdicts(reports: dict[str, TestReport]) -> None:
    few = [reports[id] for id in ("lecture-12/claim-0.2", "lecture-12/claim-0.6")]

    first, *_ = str(summary_card(few)).splitlines()
    assert first == "2 statements: 1 TESTED, 1 REFUTED"


@pytest.mark.slow
def test_a_page_holds_every_refutation(all_reports: dict[str, TestReport]) -> None:
    page = reports_markdown(list(all_reports.values()), frozenset({"lecture-12/claim-0.2"}))

    for id, report in all_reports.items():
        assert f"| `{id}` | {report.verdict.value} |" in page
        assert (f"### {id}\n" in page) == (report.violations > 0)
    assert page.count("the checker accepts") == 1


@pytest.mark.slow  # all instances of all statements
def test_the_page_in_the_documents_says_what_is_found_now() -> None:
    kept, reports = dict(verdicts(PAGE.read_text(encoding="utf-8"))), found_reports()

    assert dict(verdicts(page_text(reports))) == kept, WRITE_ANEW
    assert record_text(reports) == RECORD.read_text(encoding="utf-8"), WRITE_ANEW


def test_the_record_holds_every_statement_and_says_what_the_page_says() -> None:
    records, page = load_records(), PAGE.read_text(encoding="utf-8")

    assert list(records) == [statement.theorem.id for statement in load_statements()]
    for record in records.values():
        said = f"| `{record.theorem}` | {record.verdict} | {record.instances} | {record.ratio} |"
        assert said in page, WRITE_ANEW


@pytest.mark.few(3)
@pytest.mark.parametrize("statement", STATEMENTS[::7], ids=lambda item: item.theorem.id)
def test_points_of_the_record_are_found_again(statement: TestedStatement) -> None:
    record = load_records()[statement.theorem.id]
    grid = tightness_card(statement, on_grid(statement)).sections[-1]
    found = {tuple(map(str, row)) for row in grid.rows}

    assert record.rows
    assert set(record.rows) <= found, WRITE_ANEW
    assert (record.reading, record.quantity) == (statement.reading, statement.quantity)


@pytest.mark.few(1)
@pytest.mark.parametrize("id", ["max-information/thm-1.4", "max-information/thm-3.1"])
def test_tightness_sets_the_bound_beside_the_exact_value_for_twenty_sizes(id: str) -> None:
    for statement in find_statements(id):
        grid = on_grid(statement)
        sizes = [outcome.case.values["n"] for outcome in grid]

        assert sizes == list(range(1, 1 + len(sizes)))
        assert len(sizes) == 20 or statement.theorem.id.endswith(".paper")
        assert all(outcome.badness <= 1 for outcome in grid)
        assert "ratio" in str(tightness_card(statement, grid))


def test_a_rounded_value_is_never_shown_as_exact() -> None:
    (statement,) = find_statements("lecture-12/claim-0.2.corrected")
    outcomes = on_grid(statement)
    rows = tightness_card(statement, outcomes).sections[-1].rows

    for row, outcome in zip(rows, outcomes, strict=True):
        relation = outcome.comparison.relation
        for shown, side in zip(row[-3:-1], (relation.left, relation.right), strict=True):
            if not str(shown).startswith("≈"):
                assert exact_value(side, {}) == Fraction(str(shown))


def test_the_claimed_bound_is_that_of_the_record() -> None:
    assert claimed(stability_of_privacy, "epsilon", {"epsilon": ln(5)}) == (
        claimed(stability_of_privacy, "epsilon", {"epsilon": ln(25) / 2})
    )
