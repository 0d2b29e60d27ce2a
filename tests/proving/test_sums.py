

@pytest.mark.parametrize(
    "relation", [r"x \le 1 + \sum_{s=0}^{n} s^{c}", r"x \le 1 + \sum_{s=0}^{n} |s - 1|^{c}"]
)
def test_a_power_of_an_index_ends_no_search_with_an_error(relation):
    """It was taken for one of a variable, whose range is known."""
    verdict = boundcalc.prove(relation, where="x in [0, 1]; n integer >= 1; c in (0, 4]")
    assert verdict.kind.value != "REFUTED"
