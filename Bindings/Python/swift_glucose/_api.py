# SPDX-License-Identifier: Apache-2.0
"""The functions of the package."""

from __future__ import annotations

import os
from typing import Any, Dict, Optional, Union

from ._cohort import Bands, Cohort, cohort_of
from ._library import FileUnreadable, InvalidData, call, encoded, library
from ._model import Model, Picture
from ._partitioned import aggregate_part, part_table
from ._tables import Table

_COLUMNS = (
    "by", "time", "glucose", "unit", "zone", "zones", "flags", "events", "missing", "invalid", "conflicts",
)


def _split(options: Dict[str, Any]) -> Any:
    columns = {key: options.pop(key) for key in _COLUMNS if key in options}
    return columns, options


def read(
    path: Union[str, "os.PathLike[str]"],
    *,
    zone: Optional[str] = None,
    unit: Optional[str] = None,
    date_order: Optional[str] = None,
    conflicts: str = "warn",
) -> Cohort:
    """Returns the people of a file: an export of any program that the library reads, zipped or not.

    Readings, events and the account of every row are in :meth:`Cohort.readings`, :meth:`Cohort.events`
    and :attr:`Cohort.account`.

    :param zone: The time zone of local times in the file.
    :param unit: The unit of a file that does not state it.
    :param date_order: "ymd", "dmy" or "mdy", for a file with ambiguous dates.
    :param conflicts: "warn" with :class:`ConflictingReadings` if a computation finds readings of a person at one
        instant with different values, "last" for no warning, or "refuse" to raise :class:`InvalidData` here. Scans
        and blood tests are not compared.
    :raises FileUnreadable: if the file cannot be opened.
    :raises InvalidData: if it is in no known format, lacks its unit or the order of its dates, or is
        an archive of people in mg/dL and people in mmol/L.
    """
    options = {
        "zone": zone,
        "unit": unit,
        "date_order": date_order,
        "conflicts": "last" if conflicts == "warn" else conflicts,
    }
    try:
        handle = call(library.glucose_cohort_from_file, os.fsencode(path), encoded(options))
    except (FileUnreadable, InvalidData) as error:
        # Among many files, the name is needed.
        raise type(error)(f"{os.fsdecode(path)}: {error}") from None
    return Cohort._of_file(handle, conflicts)


def metrics(table: Any, **options: Any) -> Any:
    """Returns every metric of a table of readings; see :class:`Cohort` and :meth:`Cohort.metrics`.

    >>> metrics(frame, by="id", zone="Europe/Oslo", unit="mg/dL", period="week")
    """
    columns, options = _split(options)
    return cohort_of(table, columns).metrics(**options)


def day_statistics(table: Any, **options: Any) -> Any:
    """Returns the statistics of each local day; see :meth:`Cohort.day_statistics`."""
    columns, options = _split(options)
    return cohort_of(table, columns).day_statistics(**options)


def episodes(table: Any, **options: Any) -> Any:
    """Returns each episode of low and high glucose; see :meth:`Cohort.episodes`."""
    columns, options = _split(options)
    return cohort_of(table, columns).episodes(**options)


def profile(table: Any, **options: Any) -> Any:
    """Returns the ambulatory glucose profile; see :meth:`Cohort.profile`."""
    columns, options = _split(options)
    return cohort_of(table, columns).profile(**options)


def aggregate(table: Any, *, bands: Bands = "consensus", **columns: Any) -> Any:
    """Returns the statistics of all readings of all people together, in one row; see :func:`part_table`."""
    cohort = cohort_of(table, columns)
    return part_table(aggregate_part(cohort, bands=bands)).as_kind(cohort._kind)


def backtest(table: Any, **options: Any) -> Any:
    """Returns the errors of forecasts; see :meth:`Cohort.backtest`."""
    columns, options = _split(options)
    return cohort_of(table, columns).backtest(**options)


def fit(table: Any, **options: Any) -> Model:
    """Returns a model fitted to a table of readings; see :meth:`Cohort.fit`."""
    columns, options = _split(options)
    return cohort_of(table, columns).fit(**options)


def best(table: Any, person: Any = None, **options: Any) -> Model:
    """Returns the best model for one person; see :meth:`Cohort.best`."""
    columns, options = _split(options)
    return cohort_of(table, columns).best(person, **options)


def forecast(model: Model, table: Any, **options: Any) -> Any:
    """Returns the forecast of each person; see :meth:`Model.forecast`."""
    return model.forecast(table, **options)


def picture(table: Any, kind: str = "day", person: Any = None, **options: Any) -> Picture:
    """Returns a picture of one person; see :meth:`Cohort.picture`."""
    unit = options.pop("axis_unit", None)
    columns, options = _split(options)
    return cohort_of(table, columns).picture(kind, person, unit=unit, **options)


def metric_columns() -> Dict[str, Dict[str, str]]:
    """Returns the unit and the meaning of each column of :func:`metrics`, by its name."""
    columns = Table(call(library.glucose_metric_columns)).to_dict()
    return {
        name: {"unit": unit, "meaning": meaning}
        for name, unit, meaning in zip(columns["name"], columns["unit"], columns["meaning"])
    }
