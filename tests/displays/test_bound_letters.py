r"""Letters with an index behind an extremum: other points, or coordinates of what it goes over."""

import pytest

from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import Checker
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")


def kinds(formula: str) -> list[str]:
    read = read_open(read_source(f"Let $f_t$ be functions.\n\\[ {formula} \\]"))
    (document,) = Checker(theorems=()).check_read([read]).documents
    return [row.kind.value for row in document.rows]


@pytest.mark.parametrize(
    "formula",
    [
        r"\min_{w \in \Omega} f(w) + f(w_1) - f(w_1) = \min_{w \in \Omega} f(w)",
        r"\sum_{t=1}^T f_t(w_t) - \min_{w \in \Omega} \sum_{t=1}^T f_t(w)"
        r" = \sum_{t=1}^T f_t(w_{t+1}) - \min_{w \in \Omega} \sum_{t=1}^T f_t(w)"
        r" + \sum_{t=1}^T [f_t(w_t) - f_t(w_{t+1})]",
    ],
)
def test_an_argument_of_the_same_function_stands_outside(formula: str) -> None:
    assert kinds(formula) == ["PROVED"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\min_{w \in \Omega} f(w) + g(w_1) - g(w_1) = \min_{w \in \Omega} f(w)",
        r"\min_{w \in \Omega} f(w) + w_1 - w_1 = \min_{w \in \Omega} f(w)",
        r"\min_{w \in \Omega} f(w) + f(w) - f(w) = \min_{w \in \Omega} f(w)",
        r"\min_{w \in \Omega} f(w, 1) + f(w_1) - f(w_1) = \min_{w \in \Omega} f(w, 1)",
        r"\min_{w \in \Omega} f(w) + f(w_1 + w) - f(w_1 + w) = \min_{w \in \Omega} f(w)",
    ],
)
def test_what_may_depend_on_the_letter_does_not(formula: str) -> None:
    assert "PROVED" not in kinds(formula)
