"""Glucose metrics, forecasts and pictures of whole cohorts, from any DataFrame.

>>> import swift_glucose as glucose
>>> glucose.metrics(frame, by="id", zone="Europe/Oslo", unit="mg/dL")

Tables of pandas, polars, pyarrow or any library with the Arrow PyCapsule interface come in without a
copy, and results are tables of the same kind. All functions use all cores and release the interpreter lock.
It informs and never doses: nothing it computes is advice on treatment.
"""

from typing import Any

from ._api import (
    aggregate, agreement, backtest, best, compare, day_statistics, episodes, error_grid, fit, forecast, grid,
    metric_columns, metrics, nights, picture, profile, quality, read, report,
)
from ._cohort import Cohort
from ._duckdb import register
from ._estimator import Forecaster
from ._library import (
    CallCanceled, ConflictingReadings, FileUnreadable, GlucoseError, InvalidArgument, InvalidData, LeftOut, Unavailable,
)
from ._model import Model, Page, Picture
from ._partitioned import (PartitionedFit, aggregate_part, backtest_part, fit_part, part_table, sum_parts)

__all__ = [
    "CallCanceled", "Cohort", "ConflictingReadings", "FileUnreadable", "Forecaster", "GlucoseError", "InvalidArgument",
    "InvalidData", "LeftOut", "Model", "Page", "PartitionedFit", "Picture", "Unavailable", "aggregate",
    "aggregate_part", "agreement", "backtest", "backtest_part", "best", "compare", "day_statistics", "episodes",
    "error_grid", "fit", "fit_part", "forecast", "grid", "metric_columns", "metrics", "nights", "part_table", "picture",
    "profile", "quality", "read", "register", "report", "sum_parts",
]

# Errors and the like are named as they are imported.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib import metadata

        return metadata.version("swift-glucose")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
