"""Why there is no route: the guarantee that nothing gives, or what excludes each other."""

from dataclasses import replace
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.language import (
    ConcentratedPrivacy,
    DifferentialPrivacy,
    MutualInformationNats,
    TVStability,
    interval,
)
from boundcalc.questions.questions import example_value
from boundcalc.routes.search import find_routes
from boundcalc.routes.unanswered import kind_name, why_no_route
from boundcalc_theorems import load_theorems
from tests.asking import rank

LIBRARY = {theorem.id: theorem for theorem in load_theorems()}
ASKED = {"tau": "0.1", "beta": "0.05", "k": 1000}
TRANSFER = LIBRARY["jung-et-al/transfer.at-best"]
NOISE = ("answers/gaussian-accuracy", "answers/gaussian-privacy")


def library(*ids):
    return tuple(LIBRARY[id] for id in ids)


def message(theorems, **given):
    with pytest.raises(boundcalc.BoundError) as caught:
        rank(
            tuple(dict.fromkeys((*theorems, LIBRARY["baselines/splitting"]))),
            "n",
            {**ASKED, **given},
        )
    return str(caught.value)


# --- what nothing gives --------------------------------------------------------------------------


def test_a_guarantee_that_no_theorem_gives_is_named():
    found = message((TRANSFER,))

    assert "population accuracy needs sample accuracy and differential privacy" in found
    assert "no theorem of the library gives sample accuracy" in found


def test_a_guarantee_that_only_follows_from_one_that_is_missing_leads_there():
    """Accuracy has a mechanism here; privacy follows from Gaussian privacy, which has none."""
    found = message((*library(NOISE[0], "dong-roth-su/exchange"), TRANSFER))

    assert found == (
        "no theorem relates n to all of tau, beta, k: population accuracy needs sample accuracy "
        "and differential privacy, and no theorem of the library gives Gaussian privacy; "
        "the closest, baselines/splitting, uses n, k, tau, beta"
    )


def test_theorems_in_a_circle_are_said_to_go_in_a_circle():
    exchange = LIBRARY["dong-roth-su/exchange"]
    epsilon = TRANSFER.quantities["epsilon"]
    back = replace(
        exchange,
        id="test/back",
        parameters=[epsilon],
        premises=[DifferentialPrivacy(epsilon=epsilon, delta=epsilon / 8)],
        conclusion=type(exchange.premises[0])(mu=epsilon),
        hypotheses=[],
        definitions=[],
        link="back",
    )
    theorems = (*library(NOISE[0]), exchange, back, TRANSFER)

    assert find_routes(theorems) == ()
    assert "go in a circle" in message(theorems)
    with_start = (*theorems, LIBRARY[NOISE[1]])
    assert find_routes(with_start)


def test_mechanisms_that_differ_make_no_route():
    found = message(
        (*library("answers/laplace-accuracy", NOISE[1], "dong-roth-su/exchange"), TRANSFER)
    )

    assert found == (
        "no theorem relates n to all of tau, beta, k: population accuracy needs sample accuracy "
        "and differential privacy, and no mechanism of the library gives all of it; "
        "the closest, baselines/splitting, uses n, k, tau, beta"
    )


def test_questions_about_other_guarantees_are_not_about_routes():
    assert why_no_route(load_theorems(), "alpha", ["gamma", "n"]) is None


# --- what does not go together -------------------------------------------------------------------


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"alpha": "0.1"}, "set alpha themselves; leave alpha out"),
        ({"gamma": "0.1"}, "has gamma (gamma is about p-value correction); leave gamma out"),
        ({"mu": "0.1", "cells": 10}, "has both mu and cells; leave one of them out"),
        ({"mu": "0.02", "epsilon": "0.5"}, "mu=0.02 and epsilon=0.5 given; leave out epsilon"),
        ({"mu": 3, "epsilon": "0.05"}, "mu=3 and epsilon=0.05 given; leave out mu"),
        ({"cells": 1}, "must lie in the integers >= 2"),
        (
            {"delta": 0},
            "delta (privacy failure) must lie in (0, 1), such as delta=0.05, but got 0; "
            "leave delta out to have it chosen",
        ),
        ({"k": 0}, "must lie in the integers >= 1"),
        ({"tau": 1}, "must lie in"),
        ({"m": 20}, "given twice"),
    ],
)
def test_each_bad_question_has_its_sentence(given, expected):
    found = message(LIBRARY.values(), **given)

    assert expected in found
    assert "\n" not in found


def test_what_routes_set_cannot_be_asked_for():
    with pytest.raises(boundcalc.BoundError, match="ask for another quantity"):
        rank(load_theorems(), "alpha", {**ASKED, "n": 100_000})


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (TVStability, "TV stability"),
        (ConcentratedPrivacy, "concentrated privacy"),
        (MutualInformationNats, "mutual information nats"),
    ],
)
def test_kinds_have_names_in_words(kind, name):
    assert kind_name(kind) == name


def test_the_example_of_a_domain_between_two_numbers_lies_within() -> None:
    assert example_value(interval("(1/2, 1)")) == Fraction(3, 4)
