"""Deciding: every obligation of a plan once, beside each other, within limits.

What one obligation asks the prover may depend on what it answered before, so an obligation is
decided as a whole by one process. Obligations with the same goals are decided together.

Where the calculus of expectations can be asked, algebra has little work before it and all of its
work after it: what is derived from definitions seldom follows from what is known of the numbers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import process_time

from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import BoundError
from boundcalc.limits import GRACE, PATIENCE, LimitError, map_within
from boundcalc.obligations.cache import Answer, CertificateCache
from boundcalc.obligations.examining import Examine, examine
from boundcalc.obligations.obligations import Goals, Obligation
from boundcalc.probability import ExpectationGoal, ExpectationVerdict, prove_expectations
from boundcalc.proving.goals import ProofGoal
from boundcalc.proving.prove import EFFORT, prove_goal
from boundcalc.proving.verdicts import Verdict

EARLY_SHARE = 0.2  # of the work or the time, for each goal with fewer assumptions
LATER_SHARE = 0.2  # of the time, at least, for what an obligation asks after its goals
GLANCE = EFFORT // 20  # steps of arithmetic of algebra before a derivation from definitions
TOGETHER = 8  # obligations that one process decides: to begin one takes as long as a short proof
LEAST_GROUPS = 4  # for each process that runs beside others
Progress = Callable[[int, int], None]
_prove = partial(prove_goal, is_emptiness_explained=False)  # of a row, one sentence says it
Ways = tuple[tuple[Obligation, ...], ...]  # each shows a row, where all in it are proved


class Decider:
    """Decides obligations within limits, and remembers what it found.

    Parameters
    ----------
    seconds : float, optional
        Time limit for each, in processor time; none by default, where work is the limit.
    cache : CertificateCache, optional
        Where certificates are kept.
    effort : int
        The steps of arithmetic after which a search ends.
    """

    def __init__(
        self,
        seconds: float | None = None,
        cache: CertificateCache | None = None,
        effort: int = EFFORT,
    ) -> None:
        self.seconds = seconds
        self.cache = cache
        self.effort = effort
        self.answers: dict[Goals, Answer] = {}
        self.derived: dict[str, ExpectationVerdict] = {}
        self.judgements: dict[Obligation, Judgement | BoundError] = {}

    def examine(self, obligation: Obligation) -> Judgement:
        """Return what is known of an obligation; what was not decided yet is decided now.

        Raises
        ------
        LimitError
            If a search needs more memory than a process may take.
        """
        if obligation not in self.judgements:
            self.decide_all([obligation], 1)
        if obligation not in self.judgements:  # what it could not be asked for is raised here
            return examine(obligation, self._recalled, self._rederived)
        found = self.judgements[obligation]
        if isinstance(found, BoundError):
            raise found
        return found

    def decide_all(
        self, asked: Iterable[Obligation], jobs: int, progress: Progress | None = None
    ) -> None:
        """Decide obligations in processes of their own, so that `examine` knows them."""
        tasks = [_Task(tuple((item,) for item in group)) for group in _grouped(asked).values()]
        self._run(tasks, jobs, progress)

    def decide_ways(self, asked: Iterable[Ways], jobs: int) -> None:
        """Decide of rows that may be shown in several ways which is the first that succeeds."""
        self._run([_Task(ways, is_first_enough=True) for ways in asked], jobs, None)

    def _run(self, tasks: list[_Task], jobs: int, progress: Progress | None) -> None:
        missing = [task for task in tasks if not self._is_known(task)]
        done = len(tasks) - len(missing)
        if progress is not None:
            progress(done, len(tasks))
        for task, found in self._found(missing, jobs):
            self._settle(task, found)
            done += 1
            if progress is not None:
                progress(done, len(tasks))

    def _found(
        self, tasks: Sequence[_Task], jobs: int, together: int = TOGETHER
    ) -> Iterator[tuple[_Task, _Decided | Exception]]:
        """Yield each task with what is found of it, a few of them by one process.

        Where that needs more memory than a process may take, each has a process of its own, as it
        has where there is a limit of time.
        """
        most = 1 if self.seconds is not None else len(tasks) // (LEAST_GROUPS * jobs)
        size = max(1, min(together, most))
        groups = [tasks[place : place + size] for place in range(0, len(tasks), size)]
        calls = [partial(self._all_decided, group) for group in groups]
        limit = None if self.seconds is None else self.seconds * (1 + LATER_SHARE) + GRACE
        patience = None if limit is None else PATIENCE * limit
        for number, found in map_within(patience, calls, jobs=jobs, processor=limit):
            group = groups[number]
            if isinstance(found, LimitError) and len(group) > 1:
                yield from self._found(group, jobs, together=1)
            elif isinstance(found, Exception):
                yield from ((task, found) for task in group)
            else:
                yield from zip(group, found, strict=True)

    def _all_decided(self, tasks: Sequence[_Task]) -> list[_Decided | Exception]:
        found: list[_Decided | Exception] = []
        for task in tasks:
            try:
                found.append(self._decided(task))
            except BoundError as error:
                found.append(error)
        return found

    def _is_known(self, task: _Task) -> bool:
        """Return whether a task is done, or follows from what was found before."""

        def recall(obligation: Obligation) -> Judgement:
            if obligation not in self.judgements:
                self.judgements[obligation] = self._from_memory(obligation)
            return self.examine(obligation)

        try:
            task.run(recall)
        except _NotKnownError:
            return False
        except BoundError:  # is raised again where the obligation is judged
            pass
        return True

    def _from_memory(self, obligation: Obligation) -> Judgement:
        """Return what follows from what was found before, or raise _NotKnownError.

        A derivation from definitions is asked for only where algebra leaves a row open, so that
        one that is kept spares that search.
        """
        try:
            return examine(obligation, self._recalled, self._rederived)
        except _NotKnownError:
            found = examine(obligation, _left_open, self._rederived)
            if found.kind is not VerdictKind.PROVED:
                raise
            return found

    def _recalled(self, goals: Goals) -> Verdict:
        found = self._remembered(goals)
        if found is None:
            raise _NotKnownError
        if isinstance(found, BoundError):
            raise found
        return found

    def _remembered(self, goals: Goals) -> Answer | None:
        known = self.answers.get(goals)
        if known is None and self.cache is not None:
            known = self.cache.find(goals)
            if known is not None:
                self.answers[goals] = known
        return known

    def _rederived(self, goal: ExpectationGoal) -> ExpectationVerdict:
        key = _key(goal)
        known = self.derived.get(key)
        if known is None and self.cache is not None:
            known = self.cache.find_derivation(goal)
        if known is None:
            raise _NotKnownError
        self.derived[key] = known
        return known

    def _decided(self, task: _Task) -> _Decided:
        """Return what is known of the obligations of a task; runs in a process of its own."""
        result = _Decided()
        glanced: dict[Goals, Verdict] = {}
        failing: set[ProofGoal] = set()
        end = None if self.seconds is None else process_time() + self.seconds

        def decide(goals: Goals) -> Verdict:
            answer = self._remembered(goals) or result.answers.get(goals)
            if answer is None:
                seconds = self.seconds
                if seconds is not None and end is not None and result.answers:
                    seconds = max(end - process_time(), LATER_SHARE * seconds)
                try:
                    answer = _search(goals, seconds, self.effort, failing)
                except BoundError as error:
                    answer = error
                result.answers[goals] = answer
            if isinstance(answer, BoundError):
                raise answer
            return answer

        def glance(goals: Goals) -> Verdict:
            """Return what little work shows, which is kept only where it decides."""
            answer = self._remembered(goals) or result.answers.get(goals) or glanced.get(goals)
            if answer is None:
                early = None if self.seconds is None else EARLY_SHARE * self.seconds
                answer = _search(goals, early, GLANCE, failing)
                if answer.kind is VerdictKind.UNKNOWN:
                    answer = _with_few(goals, early, failing) or answer
                glanced[goals] = answer
                if answer.kind is not VerdictKind.UNKNOWN:
                    result.answers[goals] = answer
            if isinstance(answer, BoundError):
                raise answer
            return answer

        def derive(goal: ExpectationGoal) -> ExpectationVerdict:
            try:
                return self._rederived(goal)
            except _NotKnownError:
                key = _key(goal)
                if key not in result.derived:
                    result.derived[key] = prove_expectations(goal)
                return result.derived[key]

        def judgement(obligation: Obligation) -> Judgement:
            known = self.judgements.get(obligation)
            if isinstance(known, Judgement):
                return known
            found = None
            if self.effort > GLANCE and obligation.is_derivable:
                found = examine(obligation, glance, derive)
            if found is None or found.kind is VerdictKind.UNKNOWN or found.says_nothing:
                found = examine(obligation, decide, derive)
            result.judgements.append((obligation, found))
            return found

        task.run(judgement)
        return result

    def _settle(self, task: _Task, found: _Decided | Exception) -> None:
        """Remember what was found; what overran a time that was asked for is unknown."""
        if isinstance(found, _Decided):
            for goals, answer in found.answers.items():
                self._keep(goals, answer)
            for verdict in found.derived.values():
                self._keep_derivation(verdict)
            self.judgements.update(found.judgements)
            return
        if not isinstance(found, BoundError):
            raise found
        for obligation in (item for way in task.ways for item in way):
            if self.seconds is None or not isinstance(found, LimitError):
                self.judgements[obligation] = found
            else:
                unknown = Judgement(
                    kind=VerdictKind.UNKNOWN, reason=str(found), seconds=self.seconds
                )
                self.judgements[obligation] = unknown

    def _keep(self, goals: Goals, answer: Answer) -> None:
        """Remember an answer, and keep it, unless it is open and a clock may have ended it."""
        self.answers[goals] = answer
        is_decided = isinstance(answer, Verdict) and answer.kind is not VerdictKind.UNKNOWN
        if self.cache is not None and (self.seconds is None or is_decided):
            self.cache.keep(goals, answer)

    def _keep_derivation(self, verdict: ExpectationVerdict) -> None:
        self.derived[_key(verdict.goal)] = verdict
        if self.cache is not None:
            self.cache.keep_derivation(verdict)


def _key(goal: ExpectationGoal) -> str:
    return json.dumps(goal.key(), sort_keys=True)


@dataclass(frozen=True)
class _Task:
    """Obligations for one process: all of them, or of ways until one succeeds."""

    ways: Ways
    is_first_enough: bool = False

    def run(self, examine: Examine) -> None:
        """Examine the obligations, in order."""
        for way in self.ways:
            is_shown = all(examine(item).kind is VerdictKind.PROVED for item in way)
            if is_shown and self.is_first_enough:
                return


class _NotKnownError(Exception):
    """Nothing was found before about goals."""


@dataclass
class _Decided:
    """What a process found about obligations, and what it asked the prover for that."""

    judgements: list[tuple[Obligation, Judgement]] = field(default_factory=list)
    answers: dict[Goals, Answer] = field(default_factory=dict)
    derived: dict[str, ExpectationVerdict] = field(default_factory=dict)


def _grouped(asked: Iterable[Obligation]) -> dict[object, list[Obligation]]:
    """Return obligations by their goals, each once."""
    groups: dict[object, list[Obligation]] = {}
    for obligation in dict.fromkeys(asked):
        try:
            key: object = obligation.goals
        except BoundError:  # it has none, because a name has two meanings
            key = obligation
        groups.setdefault(key, []).append(obligation)
    return groups


def _left_open(goals: Goals) -> Verdict:
    unknown = Judgement(kind=VerdictKind.UNKNOWN, reason="not searched for")
    return Verdict(goal=goals[-1], judgement=unknown)


def _with_few(goals: Goals, seconds: float | None, failing: set[ProofGoal]) -> Verdict | None:
    """Return a proof from few assumptions with the work of a whole glance, or None.

    It costs less than a derivation in vain.
    """
    for goal in goals[:-1]:
        if goal not in failing:
            with suppress(BoundError):
                verdict = _prove(goal, seconds=seconds, effort=GLANCE, is_refuted_at_length=False)
                if verdict.is_proved:
                    return verdict
    return None


def _search(goals: Goals, seconds: float | None, effort: int, failing: set[ProofGoal]) -> Verdict:
    """Try the goals in turn; the last has the most work, and what is left of the time.

    Those before it that are known to fail are not tried again, and new ones are noted.
    """
    prove = partial(_prove, is_refuted_at_length=effort > GLANCE)
    early = None if seconds is None else seconds * EARLY_SHARE
    end = None if seconds is None else process_time() + seconds
    for goal in goals[:-1]:
        if goal in failing:
            continue
        with suppress(BoundError):
            verdict = prove(goal, seconds=early, effort=int(effort * EARLY_SHARE))
            if verdict.is_proved:
                return verdict
            if verdict.is_refuted:
                failing.add(goal)
    left = None if end is None or early is None else max(end - process_time(), early)
    return prove(goals[-1], seconds=left, effort=effort)
