"""What each test costs: seconds of the processor, which other programs change little.

A plugin of pytest: ``make test`` has ``-p tests.costs``. At the end it prints the dearest tests,
and why each is worth it. What a fixture costs counts for the test that asks first.
With ``--write-costs`` it keeps them for the table of CONTRIBUTING.md, which
``python -m tests.documents CONTRIBUTING.md`` writes anew.
"""

import json
import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SHOWN = 10
KEPT = Path(__file__).with_suffix(".json")
PROBABILITY = "tests/probability"
TRANSFER = f"{PROBABILITY}/test_transfer_theorem.py"
WORTH = {
    "tests/site/test_pages.py::test_every_theorem_has_its_page_and_is_in_the_list": (
        "makes every page, and solves the examples of which no answer is judged elsewhere; all "
        "other tests of pages read what was made"
    ),
    "tests/reader/test_reader.py::test_any_text_ends_in_a_formula_or_a_clean_error": (
        "random texts end in a formula or in one sentence"
    ),
    "tests/laws/test_informations.py::test_a_false_neighbour_is_not_proved": (
        "false chain rules are searched for to the end, and not proved"
    ),
    "tests/derivations/test_random_beside_prose.py::test_what_is_random_is_declared_beside_prose": (
        "the first of its process that searches for finite laws, which loads numpy"
    ),
    "tests/sharpening/test_command.py::test_certificates_are_files_that_recheck_accepts": (
        "a best constant is certified on both sides, and its files are checked again"
    ),
    "tests/notes/test_ledger.py::test_the_rows_of_one_source_keep_their_verdicts": (
        "a whole document is checked as users check it; the others are slow"
    ),
    f"{TRANSFER}::test_a_changed_constant_is_not_proved": (
        "with another constant the transfer theorem is not proved, however long the search goes on"
    ),
    "tests/coq/test_export.py::test_the_kernel_accepts": (
        "compiles the library of lemmas that all tests of Coq's kernel share"
    ),
    f"{PROBABILITY}/test_transfer.py::test_what_does_not_follow_is_not_proved": (
        "with one dataset less the bound on a private choice is not proved"
    ),
    "tests/coq/test_export.py::test_the_command_writes_a_file_that_coqc_accepts_alone": (
        "Coq accepts an exported file with nothing else, library and theorem together"
    ),
    f"{PROBABILITY}/test_sources.py::test_the_step_follows_from_definitions": (
        "steps of the sources are found from definitions alone, without a hint"
    ),
    f"{PROBABILITY}/test_sources.py::test_a_changed_copy_is_not_proved": (
        "changed copies of these steps are searched for to the end, and not proved"
    ),
    f"{PROBABILITY}/test_tampering.py::test_the_turned_relation_is_rejected": (
        "makes the certificates from which the other tests of its file take something away"
    ),
    "tests/checker/test_rules.py::test_a_huge_certificate_is_rejected": (
        "a certificate that would take for ever is rejected once the checker's limit of "
        "work is reached"
    ),
    f"{TRANSFER}::test_with_another_declaration_it_is_not_proved": (
        "without a fresh record the transfer theorem is not proved"
    ),
    f"{TRANSFER}::test_both_bounds_on_the_choice_follow_from_definitions": (
        "the transfer theorem is proved from definitions, one bound of two"
    ),
    "tests/sheets/test_sheets.py::test_columns_are_the_comparable_theorems_with_their_baselines": (
        "makes the table of all theorems and routes that the other tests of its file read"
    ),
    "tests/checker/test_attack.py::test_no_random_tree_proves_a_false_goal": (
        "the checker accepts none of thousands of random steps that end in what is false"
    ),
    "tests/proving/test_soundness.py::test_verdicts_on_a_few_generated_relations_are_right": (
        "twenty generated relations are decided, and each verdict is compared with the truth"
    ),
    "tests/proving/test_suite_truth.py::test_true_relation_holds_wherever_it_is_sampled": (
        "relations that are called true are evaluated at many points in 130 digits"
    ),
    "tests/proving/test_taylor.py::test_a_polynomial_near_a_function_is_proved_to_be_near": (
        "an error of approximation is proved by Taylor polynomials on cells"
    ),
    "tests/figures/test_figures.py::test_the_command_writes_figure_data_and_caption": (
        "a figure of all theorems that answer, from the command line to its file"
    ),
    "tests/site/test_rankings.py::test_the_ends_of_a_table_are_what_the_library_finds_now": (
        "the tables that the calculator ships have the numbers that the library finds now"
    ),
    "tests/test_limits.py::test_a_call_ends_when_its_processor_time_is_used_up": (
        "a call that never ends is ended; the system counts in whole seconds"
    ),
    "tests/cli/test_table.py::test_every_form_holds_the_certified_number": (
        "makes the table that is then printed in six forms"
    ),
    "tests/notes/test_pytest_plugin.py::test_each_row_is_a_test": (
        "pytest collects the rows of a document in a process of its own, as users run it"
    ),
    "tests/tables/test_route_tables.py::"
    "test_digits_of_a_route_are_shortened_to_the_safe_side_and_certified": (
        "solves the cells of a table of routes, and certifies what is printed"
    ),
    "tests/test_assertions.py::test_no_test_rests_on_one_weak_assertion": (
        "reads every test there is, for the other tests of its file as well"
    ),
    "tests/ranking/test_letters.py::"
    "test_where_too_little_is_given_a_command_is_shown_that_works_as_printed": (
        "ranks all routes for the command that a refusal shows"
    ),
    "tests/test_documents.py::test_every_block_shows_what_is_printed": (
        "runs what the documents show, and compares what it prints"
    ),
    "tests/checker/test_arithmetic.py::test_enclosures_contain_the_value_and_are_tight": (
        "compares the trusted arithmetic with Arb at hundreds of points"
    ),
    "tests/solving/test_quantities.py::test_each_theorem_gives_a_right_answer": (
        "finds the answer of each theorem in two ways; one of them takes a search"
    ),
    "tests/cli/test_records.py::test_the_object_of_each_record_is_json_and_its_repr_is_short": (
        "goes through all records that the library has, and all that they hold"
    ),
    "tests/site/test_server.py::test_a_worker_that_somebody_ends_is_replaced": (
        "starts a server, ends its workers, and waits for an answer of new ones"
    ),
    "tests/cli/test_explain_and_graph.py::test_an_explanation_has_three_forms": (
        "ranks all routes for the derivation that is then printed in three forms"
    ),
    "tests/routes/test_routes.py::"
    "test_a_question_about_adaptive_answers_is_answered_by_routes_beside_the_baselines": (
        "ranks all routes, and asks of each whether it is certified"
    ),
    "tests/test_limits.py::test_a_search_that_looks_at_no_clock_is_ended_at_its_limit_of_time": (
        "a search that never ends is ended; the system counts in whole seconds"
    ),
    f"{PROBABILITY}/test_rows.py::test_a_row_that_follows_from_the_axioms_is_proved": (
        "a row is proved from the axioms; the first one loads what searches for laws"
    ),
    f"{PROBABILITY}/test_textbook.py::test_a_step_of_a_textbook_is_proved": (
        "a step of a textbook is proved from the law of many independent values"
    ),
}


def dearest_table() -> str:
    """Return the table of the dearest tests that were kept, in Markdown."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    lines = [
        f"| of {kept['tests']:,} tests, {kept['seconds']} s in all | s | what it shows |",
        "| --- | ---: | --- |",
    ]
    for test, seconds in kept["dearest"]:
        lines.append(f"| `{test.removeprefix('tests/')}` | {seconds} | {WORTH[test]} |")
    return "\n".join(lines) + "\n"


def spent() -> float:
    """Return the seconds of the processor that this process and its ended children took."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in found)


class Costs:
    """The cost of each test: measured where it runs, added up in the process that leads."""

    def __init__(self, is_kept: bool = False) -> None:
        self.before = 0.0
        self.costs: Counter[str] = Counter()
        self.is_kept = is_kept

    def pytest_runtest_logstart(self) -> None:
        self.before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[Any]:
        report = yield
        now = spent()
        report.processor, self.before = now - self.before, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.costs[report.nodeid] += getattr(report, "processor", 0.0)

    def dearest(self) -> Counter[str]:
        """Return the cost of the dearest case of each test."""
        found: Counter[str] = Counter()
        for test, seconds in self.costs.items():
            name = test.partition("[")[0]
            found[name] = max(found[name], seconds)
        return found

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        dearest = self.dearest().most_common(SHOWN)
        total = sum(self.costs.values())
        terminalreporter.write_line(f"{total:.0f} s of the processor; the dearest tests:")
        for test, seconds in dearest:
            terminalreporter.write_line(f"{seconds:6.1f} s  {test}")
            if test in WORTH:
                terminalreporter.write_line(f"{'':10}{WORTH[test]}")
        if self.is_kept:
            kept = {
                "tests": len(self.costs),
                "seconds": round(total),
                "dearest": [[test, round(seconds, 1)] for test, seconds in dearest],
            }
            KEPT.write_text(f"{json.dumps(kept, indent=1)}\n", encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-costs", action="store_true", help="keep the dearest tests")


def pytest_configure(config: pytest.Config) -> None:
    is_kept = config.getoption("--write-costs") and not hasattr(config, "workerinput")
    config.pluginmanager.register(Costs(is_kept), "what the tests cost")
