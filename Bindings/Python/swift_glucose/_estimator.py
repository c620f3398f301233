"""The forecast as an estimator in the manner of scikit-learn, which is not needed for it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._cohort import Cohort, cohort_of
from ._library import InvalidArgument, Unavailable, counted
from ._model import Model

if TYPE_CHECKING:
    import numpy

    from ._cohort import Columns


@dataclass(eq=False)
class Forecaster:
    """A regressor of glucose some minutes ahead, with the methods of scikit-learn.

    A sample is a row of a table of readings, its features are the earlier readings of the person, and its target is the
    reading ``minutes`` later, which the table contains: ``y`` is not needed. Readings of one person belong together:

    >>> from sklearn.model_selection import GroupKFold, cross_val_score
    >>> forecaster = glucose.Forecaster(minutes=30, columns={"zone": "Europe/Oslo"})
    >>> cross_val_score(forecaster, frame, groups=frame["id"], cv=GroupKFold(5))

    It informs and never doses.

    :param minutes: The time ahead in minutes: a multiple of the cadence, at most 120.
    :param cadence: The minutes between readings, 5 or 15; by default 15 if a person's are.
    :param columns: The parameters of :class:`Cohort` besides the table, such as ``{"zone": "Europe/Oslo"}``.
    """

    minutes: int = 30
    cadence: Optional[int] = None
    uses_events: bool = False
    uses_time_of_day: bool = False
    pretrained: bool = True
    test_fraction: float = 0.3
    tasks: Optional[int] = None
    columns: Optional[Columns] = None

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        """Returns the parameters by name.

        :param deep: Ignored; no parameter is an estimator.
        """
        return {field.name: getattr(self, field.name) for field in fields(Forecaster)}

    def set_params(self, **params: Any) -> "Forecaster":
        """Sets parameters by name, and returns the estimator.

        :param params: The parameters.
        """
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise InvalidArgument(f"There is no parameter {name!r}; the parameters are {', '.join(known)}.")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any = None) -> "Forecaster":
        """Fits the model, ``model_``, to all people of a table of readings, and returns the estimator.

        :param X: The table, or a :class:`Cohort`.
        :param y: Ignored; the targets are readings.
        """
        options = {name: value for name, value in self.get_params().items() if name != "columns"}
        self.model_: Model = self._cohort(X).fit(**options)
        return self

    def predict(self, X: Any) -> "numpy.ndarray[Any, Any]":
        """Returns the forecast after each row of a table from the rows until then, in mg/dL; NaN where there is none.

        :param X: The table, of people who may be others than those of the fit.
        """
        return self._at_rows(X, "glucose_mgdl")[0]

    def outcomes(self, X: Any) -> "numpy.ndarray[Any, Any]":
        """Returns the targets of the rows of a table, in mg/dL: the readings ``minutes`` later, NaN where there is none.

        :param X: The table.
        """
        return self._at_rows(X, "outcome_mgdl")[0]

    def score(self, X: Any, y: Any = None) -> float:
        """Returns the coefficient of determination of forecasts, at most 1: the fraction of the variance that they explain;
        of targets without any, 0, or 1 without an error.

        :param X: The table.
        :param y: The targets, one for each row; by default :meth:`outcomes`.
        :raises Unavailable: if fewer than two forecasts have a target.
        """
        import numpy

        forecasts, targets = self._at_rows(X, "glucose_mgdl", "outcome_mgdl")
        if y is not None:
            targets = numpy.asarray(y, float).reshape(-1)
            if targets.size != forecasts.size:
                given, rows = counted(targets.size, "target", "targets"), counted(forecasts.size, "row", "rows")
                raise InvalidArgument(f"`y` has {given} for {rows}.")
        known = ~(numpy.isnan(forecasts) | numpy.isnan(targets))
        if known.sum() < 2:
            raise Unavailable("A score needs two forecasts with a target.")
        errors, spread = (targets - forecasts)[known], targets[known] - targets[known].mean()
        if not spread.any():
            return 0.0 if errors.any() else 1.0
        return float(1 - (errors @ errors) / (spread @ spread))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, RegressorTags, Tags, TargetTags

        return Tags(
            estimator_type="regressor", target_tags=TargetTags(required=False), regressor_tags=RegressorTags(),
            input_tags=InputTags(two_d_array=False, string=True, allow_nan=True),
        )

    def _cohort(self, table: Any) -> Cohort[Any]:
        return cohort_of(table, {} if isinstance(table, Cohort) else dict(self.columns or {}))

    def _at_rows(self, table: Any, *names: str) -> "List[numpy.ndarray[Any, Any]]":
        """Returns columns of the forecasts after each reading, at the rows of the readings in a table."""
        import numpy

        if not hasattr(self, "model_"):
            try:
                from sklearn.exceptions import NotFittedError as error
            except ImportError:
                error = Unavailable
            raise error("This Forecaster has no model yet: call fit first.")
        cohort = self._cohort(table)
        if cohort._columns is None:
            raise InvalidArgument("The readings of a file are no rows of a table: pass Cohort.readings().")
        found = self.model_.forecast(cohort, each=True, tasks=self.tasks)
        rows = _floats(found["row"])
        # The errors of people are no readings.
        known = ~numpy.isnan(rows)
        columns = []
        for name in names:
            column = numpy.full(cohort._counts()["rows"], numpy.nan)
            column[rows[known].astype(int)] = _floats(found[name])[known]
            columns.append(column)
        return columns


def _floats(column: Any) -> "numpy.ndarray[Any, Any]":
    """Returns numbers, NaN for those that are missing, which pandas before 2.2 converts only if told so."""
    import numpy

    if hasattr(column, "isna"):
        column = column.to_numpy(dtype=float, na_value=numpy.nan)
    return numpy.asarray(column, float)
