"""Fits, back-tests and aggregates of people who are distributed over processes or machines."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional

import pyarrow as pa

from ._cohort import Bands, bands_option, cohort_of, takes_columns
from ._library import Handle, InvalidArgument, Progress, call, content, model_call
from ._model import Model
from ._tables import result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._cohort import Column, Columns, Conflicts, Skipping, Unit


class PartitionedFit:
    """A fit in rounds. If the readings of all people have one cadence, or with ``cadence``, its model is that of one
    machine, whatever the partitions, to rounding.

    People with fewer than two readings, or readings more than 22.5 minutes apart in the median, are not in the fit.
    In each round, every machine computes :func:`fit_part` of its people for :attr:`task`, and the parts
    together end the round:

    >>> rounds = PartitionedFit(minutes=30)
    >>> while rounds.task:
    ...     rounds.advance(fit_part(people, rounds.task) for people in partitions)
    >>> rounds.model()

    All readings of a person must be in one partition. Parts are counts, sums, and samples of the model's inputs and
    errors with the ids of people: no whole recording, but as confidential as readings. Replace ids that name people. With
    one partition, the model equals that of :func:`fit` of a table in the order of the bytes of the ids; with several, sums
    are added in another order, and forecasts differ by the rounding that the regressions magnify, by some thousandths of a
    mg/dL at most in recordings. A fit
    changes in each round, so that it cannot be copied or pickled.

    :param cadence: The minutes between readings, 5 or 15; by default those of the first person in the order of ids, of
        which a person with readings less often stops the fit. That of :func:`fit` is 15 if a person's are.
    :param zone: The time zone of the time of day; by default the model does not use the time of day.
    """

    def __init__(
        self, *, minutes: int = 30, cadence: Optional[int] = None, uses_events: bool = False,
        zone: Optional[str] = None, pretrained: bool = True, test_fraction: float = 0.3,
    ) -> None:
        options = {
            "minutes": minutes, "cadence": cadence, "uses_events": uses_events, "zone": zone,
            "pretrained": pretrained, "test_fraction": test_fraction,
        }
        self._handle = call("partitioned_fit", options=options)

    def __reduce__(self) -> Any:
        raise TypeError(
            "A PartitionedFit changes in each round and cannot be copied or pickled: send its task to other processes."
        )

    @property
    def task(self) -> bytes:
        """The task of the current round; empty once the model is complete."""
        return content(call("task", self._handle))

    def advance(self, parts: Iterable[bytes]) -> None:
        """Ends the current round with its parts, which are added as they come.

        :raises Unavailable: if there is too little data.
        :raises InvalidArgument: if a person is in two partitions, or the parts are of another fit.
        """
        call("advance", self._handle, sum_parts(parts))

    def model(self) -> Model:
        """Returns the model.

        :raises Unavailable: if there are rounds left.
        """
        return Model(call("model", self._handle))


@takes_columns
def fit_part(table: Any, task: bytes, **columns: Unpack[Columns]) -> bytes:
    """Returns the part of some people for the task of a :class:`PartitionedFit`, computed in the calling thread.

    A recording is read when it is needed, so that memory beside the table does not grow with the number of people.

    :param task: The :attr:`PartitionedFit.task` of the round.
    """
    return _part(partial(call, "fit_part"), table, columns, task)


@takes_columns
def aggregate_part(table: Any, *, bands: Bands = "consensus", **columns: Unpack[Columns]) -> bytes:
    """Returns the sums of the readings of each local day, computed in the calling thread, as bytes without ids.

    :func:`sum_parts` adds the parts of several machines, in any order to the same bits, and :func:`part_table` has
    their statistics. The days of a person may be on several machines, if no day is.
    """
    return _part(partial(call, "aggregate_part", options={"bands": bands_option(bands)}), table, columns)


@takes_columns
def backtest_part(
    table: Any, model: Model, *, test_fraction: float = 0.3, progress: Progress = False, **columns: Unpack[Columns],
) -> bytes:
    """Returns the errors of a model's forecasts on the last part of each recording, beside baselines, computed in one
    thread, as bytes with sums and ids.

    :func:`sum_parts` adds the parts of several machines, and :func:`part_table` has the errors. All readings of a
    person must be on one machine. The sum is that of all people to rounding: with the model of a
    :class:`PartitionedFit` with the same ``test_fraction``, the back-test with the design "chronological" and
    without learning. A part of a model of 30 minutes has about 170 kB for one person and 30 kB for each
    further one, of 120 minutes about 750 kB and 160 kB.

    :param model: The model, which is tested as it is, and adapted to each person.
    :param test_fraction: The fraction of each recording, at its end, that is tested, above 0 and below 1.
    """
    work = partial(model_call, "backtest_part", options={"test_fraction": test_fraction}, progress=progress)
    return _part(work, table, columns, model._handle)


def _part(work: Callable[..., Handle], table: Any, columns: Mapping[str, Any], *inputs: Any) -> bytes:
    """Returns the bytes of a call of a cohort."""
    cohort = cohort_of(table, columns)
    part = content(work(cohort._handle, *inputs))
    cohort._warn_of_records()
    return part


def part_table(part: bytes) -> pa.Table:
    """Returns the measures of a part or of a sum of parts.

    Of :func:`aggregate_part`, one row: ``days`` (of all people), ``readings``, ``mean_mgdl``, ``sd_mgdl`` (divisor
    *n* − 1), ``cv_percent``, ``min_mgdl``, ``max_mgdl``, the percentage of readings in each range, ``gmi_percent``,
    ``lbgi`` and ``hbgi``, and ``p5_mgdl`` to ``p95_mgdl``, which are exact for readings in whole mg/dL and otherwise at
    most 1 mg/dL too low. Of :func:`backtest_part`, the rows of :meth:`Cohort.backtest`, with the ids in the column
    ``id``.
    """
    return result(call("part_table", bytes(part)))


def sum_parts(parts: Iterable[bytes]) -> bytes:
    """Returns the sum of parts of one round of a fit, of aggregates, or of back-tests.

    :raises InvalidArgument: if there are no parts, or they are of different kinds or options.
    """
    total: Optional[bytes] = None
    for part in parts:
        if total is None:
            total = bytes(part)
        else:
            total = content(call("sum", total, bytes(part)))
    if total is None:
        raise InvalidArgument("There are no parts.")
    return total
