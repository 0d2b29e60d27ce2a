"""Theorems by what they conclude, as a reader looks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from boundcalc.language.statements import Theorem
from boundcalc.site.documents import anchor

OTHERS = "Other statements"
# By the kind of guarantee that is concluded; the topics in the order in which they are shown.
TOPICS: Mapping[str, tuple[str, ...]] = {
    "How many records suffice": (
        "Generalization", "LowSensitivityGeneralization", "PopulationAccuracy", "BestScore",
    ),
    "How many are too few": ("AnswersFail", "Reconstruction", "OverfittingBound"),
    "Parts of a bound on the error": (
        "SampleAccuracy", "ErrorShortfall", "GapShortfall", "ExpectedGeneralization",
    ),
    "Privacy, noise and composition": (
        "DifferentialPrivacy", "GroupPrivacy", "PrivacyOfEachAnswer", "BoundedRange",
        "ConcentratedPrivacy", "GaussianPrivacy", "CentredGaussianPrivacy",
    ),
    "Stability and closeness of laws": (
        "TVStability", "Indistinguishability", "PointwiseIndistinguishability",
    ),
    "The exponential mechanism": ("Utility", "ExpectedUtility", "SensitivityAtLeast"),
    "Max-information": ("MaxInformation", "MaxInformationAtLeast"),
    "Mutual information and description length": (
        "MutualInformation", "MutualInformationNats", "DescriptionLength", "QueryCount",
        "LinearCode",
    ),
    "p-values after adaptive choices": ("PValueCorrection",),
    "Tails and expectations": ("TailBound", "EventProbability", "MeanAtMost", "MeanAtLeast"),
}  # fmt: skip


def by_topic(theorems: Sequence[Theorem]) -> dict[str, tuple[Theorem, ...]]:
    """Return the theorems of each topic that has any, in the order of the library.

    Parameters
    ----------
    theorems : sequence of Theorem
        Each is found once; what concludes with a kind that no topic names comes last.
    """
    topic_of = {kind: topic for topic, kinds in TOPICS.items() for kind in kinds}
    found: dict[str, list[Theorem]] = {topic: [] for topic in (*TOPICS, OTHERS)}
    for theorem in theorems:
        found[topic_of.get(type(theorem.conclusion).__name__, OTHERS)].append(theorem)
    return {topic: tuple(items) for topic, items in found.items() if items}


def topic_list(theorems: Sequence[Theorem], page: str = "") -> Iterator[str]:
    """Yield a list of the topics, each with its number of theorems, that leads to them on a page.

    Parameters
    ----------
    theorems : sequence of Theorem
        As `by_topic` takes them.
    page : str
        The page that has the topics; by default the one on which the list stands.
    """
    yield '<ul class="topics">'
    for topic, found in by_topic(theorems).items():
        count = f'<span class="faint">{len(found)}</span>'
        yield f'<li><a href="{page}#{anchor(topic)}">{escape(topic)}</a> {count}</li>'
    yield "</ul>"
