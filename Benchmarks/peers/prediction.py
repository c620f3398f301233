"""Forecasts of `glucose backtest` beside LightGBM, ridge, a perceptron, a GRU and Fracast-0, on the same windows.

    python3 Benchmarks/peers/prediction.py GLUCOSE TABLE

GLUCOSE is the built command and TABLE a plain table (id, time, mg/dL) whose times are taken for UTC.
That the windows are the same is shown first: the last value must have the same count and error in
both. The GRU takes part where torch is installed, and Fracast-0 where fracast is too.
"""

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
import warnings

# One thread for each peer, as for this package; numerical libraries read these as they load.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

import alarms
import features
import windows

LEAD = 1800
# The concentrations in mg/dL that the command's forecasts keep to.
FORECAST_BOUNDS = (39, 401)
CROSSINGS = (("below 70", 70, True), ("below 54", 54, True), ("above 180", 180, False),
             ("above 250", 250, False))


class Data:
    """The rows of everyone with one cadence, to fit and to test."""

    def __init__(self, people):
        self.people = people
        self.step = people[0].step
        self.leads = np.arange(self.step, LEAD + 1, self.step)
        self.trained = [windows.training(p, self.leads) for p in people]
        self.train = self.rows(self.trained)
        self.tested = [windows.testing(p, self.leads) for p in people]
        self.test = self.rows(self.tested)

    def rows(self, indices):
        glucose, clock, now, person, came = [], [], [], [], []
        for number, (one, own) in enumerate(zip(self.people, indices)):
            columns = features.table(one, own)
            glucose.append(columns[0])
            clock.append(columns[1])
            now.append(columns[2])
            person.append(np.full(len(own), number))
            came.append(windows.outcomes(one, own, self.leads))
        return {"glucose": np.concatenate(glucose), "clock": np.concatenate(clock),
                "now": np.concatenate(now), "person": np.concatenate(person),
                "came": np.concatenate(came)}

    def split(self, values):
        """A value to each tested moment, person by person."""
        return np.split(values, np.cumsum([len(own) for own in self.tested])[:-1])


def ours(command, table, minutes=LEAD // 60):
    """The command's run of each cadence, and the processor seconds of its fit, on one thread."""
    done = subprocess.run([command, "backtest", table, "--zone", "UTC", "--json", "--timing", "--without-pretrained",
                           "--minutes", str(minutes)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("The back-test did not run:\n" + done.stderr)
    seconds = [float(found) for found in re.findall(r"fitted in ([0-9.]+) s", done.stderr)]
    runs = json.loads(done.stdout)["runs"]
    return {run["cadence_minutes"] * 60: (run, fit) for run, fit in zip(runs, seconds)}


# The same for regression and classification, on one thread.
TREES = {"n_estimators": 400, "learning_rate": 0.04, "num_leaves": 63, "min_child_samples": 100,
         "subsample": 0.8, "subsample_freq": 1, "colsample_bytree": 0.6, "reg_lambda": 5.0,
         "n_jobs": 1, "random_state": 1, "deterministic": True, "verbose": -1}


def trees():
    import lightgbm
    return lightgbm.LGBMRegressor(**TREES)


def named_column(x):
    """The column that trees take for a name, not a number: the person, the last of its kind of input."""
    return [x.shape[1] - 1]


def error(forecast, came):
    """The errors of a forecast within what the command forecasts, where there is an outcome."""
    return (np.clip(forecast, *FORECAST_BOUNDS) - came)[~np.isnan(came)]


def inputs(rows, kind):
    """What a kind of peer is given: glucose alone, also the clock, or also the person."""
    if kind == "glucose":
        return rows["glucose"]
    if kind == "clock":
        return np.column_stack([rows["glucose"], rows["clock"]])
    return np.column_stack([rows["glucose"], rows["clock"], rows["person"]])


def peers(data):
    """For each peer its name, its expected change at the last lead, and the processor seconds of its fit."""
    from sklearn.linear_model import RidgeCV
    from sklearn.neural_network import MLPRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    def fit(model, kind, lead=-1, **options):
        known = ~np.isnan(data.train["came"][:, lead])
        x = inputs(data.train, kind)[known]
        y = (data.train["came"][:, lead] - data.train["now"])[known]
        start = time.process_time()
        model.fit(x, y, **options)
        return model.predict(inputs(data.test, kind)), time.process_time() - start

    named = {"categorical_feature": named_column(inputs(data.test, "person"))}
    ridges = np.logspace(-3, 3, 7)
    yield ("LightGBM, glucose only", *fit(trees(), "glucose"))
    yield ("LightGBM, also clock and person", *fit(trees(), "person", **named))
    yield ("ridge (scikit-learn)", *fit(
        make_pipeline(StandardScaler(), RidgeCV(alphas=ridges)), "clock"))
    yield ("perceptron 64-64 (scikit-learn)", *fit(
        make_pipeline(StandardScaler(), MLPRegressor(
            hidden_layer_sizes=(64, 64), batch_size=512, early_stopping=True, max_iter=30,
            random_state=1)), "clock"))
    if installed("torch"):
        import recurrent
        yield ("GRU-64 (torch)", *recurrent.fit(data))
        if installed("fracast"):
            import foundation
            yield ("Fracast-0, zero-shot", *foundation.forecast(data))


def trees_by_lead(data):
    """The path that LightGBM with clock and person expects, a model to each lead, and the processor seconds."""
    path = []
    start = time.process_time()
    x, test = inputs(data.train, "person"), inputs(data.test, "person")
    for lead in range(len(data.leads)):
        known = ~np.isnan(data.train["came"][:, lead])
        model = trees()
        model.fit(x[known], (data.train["came"][:, lead] - data.train["now"])[known],
                  categorical_feature=named_column(x))
        path.append(data.test["now"] + model.predict(test))
    return np.stack(path, axis=1), time.process_time() - start


def crossing_by_classifiers(data, threshold, below):
    """The probabilities of a crossing that classifiers give each tested origin, by name: LightGBM with clock and
    person, and a logistic regression with clock, fitted to the origins that are not beyond the threshold and whose
    record goes on to the horizon."""
    import lightgbm
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    watches = [alarms.Watch(person, own, LEAD, threshold, below)
               for person, own in zip(data.people, data.trained)]
    fate = np.concatenate([watch.comes for watch in watches])
    known = (fate >= 0) & ~np.concatenate([watch.beyond for watch in watches])
    if len(np.unique(fate[known])) < 2:
        return {}
    x = inputs(data.train, "person")
    forest = lightgbm.LGBMClassifier(**TREES)
    forest.fit(x[known], fate[known], categorical_feature=named_column(x))
    logistic = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=200))
    logistic.fit(inputs(data.train, "clock")[known], fate[known])
    return {
        "LightGBM, classifier": forest.predict_proba(inputs(data.test, "person"))[:, 1],
        "logistic regression": logistic.predict_proba(inputs(data.test, "clock"))[:, 1]}


def line(*cells):
    print("{:<40} {:>9} {:>8} {:>8} {:>9}".format(*cells))


def show(step, run, seconds, one_lead, data, with_alarms):
    came = data.test["came"][:, -1]
    known = ~np.isnan(came)
    scores = {s["predictor"]: s for s in run["scores"]
              if s.get("person") is None and s["minutes"] == LEAD / 60}
    last = scores["last-value"]
    own = np.sqrt(np.mean(error(data.test["now"], came) ** 2))
    same = last["count"] == known.sum() and abs(last["rmse"] - own) < 1e-6
    print(f"\n{len(data.people)} people, a reading every {step // 60} minutes, {known.sum()} "
          f"outcomes, {len(data.train['now'])} rows to fit to")
    print("Windows are the same: " + ("yes" if same else "NO")
          + f" (last value {last['rmse']:.6f} and {own:.6f}, {last['count']} and {known.sum()})\n")
    line("predictor", "outcomes", "RMSE", "MAE", "CPU, s")
    for name, score in scores.items():
        fit = f"{seconds:.1f}" if name == "model" else ""
        line("ours: " + name if "model" in name else name, score["count"],
             f"{score['rmse']:.2f}", f"{score['mae']:.2f}", fit)
    fits = {}
    for name, change, fit in peers(data):
        errors = error(data.test["now"] + change, came)
        fits[name] = fit
        line(name, known.sum(), f"{np.sqrt(np.mean(errors**2)):.2f}",
             f"{np.mean(np.abs(errors)):.2f}", f"{fit:.1f}")
    named = fits["LightGBM, also clock and person"]
    path, every = trees_by_lead(data)
    print(f"\nProcessor seconds on one thread, ours with intervals and probabilities, LightGBM with clock and "
          f"person:\n  one lead: {one_lead:.1f} and {named:.1f}, {named / one_lead:.1f}×"
          f"\n  all {len(data.leads)} leads: {seconds:.1f} and {every:.1f}, {every / seconds:.1f}×"
          "\nOurs sums products of lagged glucose by a recurrence where readings are regular, which makes much of "
          "the ratio.")
    if with_alarms:
        show_alarms(run, data, path)
    return same


def show_alarms(run, data, path):
    """Alarms of LightGBM's path and of classifiers at the same false ones; the last value proves the rule the
    same."""
    path = np.clip(path, *FORECAST_BOUNDS)
    print("\n{:<10} {:>6} {:<34} {:>9} {:>8} {:>8} {:>8}".format(
        "alarm", "false", "predictor", "episodes", "caught", "right", "ahead"))
    for name, threshold, below in CROSSINGS:
        watches = [alarms.Watch(person, own, LEAD, threshold, below)
                   for person, own in zip(data.people, data.tested)]
        sign = -1 if below else 1
        peers_scores = {
            "LightGBM's path": sign * ((path.min(1) if below else path.max(1)) - threshold),
            **crossing_by_classifiers(data, threshold, below),
            "last value, made again": sign * (np.clip(data.test["now"], *FORECAST_BOUNDS) - threshold)}
        crossing = {"side": "below" if below else "above", "threshold": threshold}
        for allowed in (7.0, 3.0):
            for alarm in run["alarms"]:
                if (alarm["crossing"] == crossing
                        and alarm.get("maximum_false_alarms_per_week") == allowed):
                    lead = alarm.get("warning_minutes")
                    row(name, alarm.get("false_alarms_per_week", 0), alarm["predictor"],
                        alarm["episodes"], alarm["caught"], alarm["true_alarms"],
                        alarm["false_alarms"], lead)
            for peer, values in peers_scores.items():
                total, weeks = alarms.score(watches, data.split(values), allowed)
                lead = total[4] / total[1] if total[1] else None
                row(name, total[3] / weeks, peer, total[0], total[1], total[2], total[3], lead)


def row(name, false, predictor, episodes, caught, true, falses, lead):
    sensitivity = f"{100 * caught / episodes:.1f} %" if episodes else "·"
    precision = f"{100 * true / (true + falses):.1f} %" if true + falses else "·"
    ahead = f"{lead:.1f} min" if lead is not None else "·"
    print(f"{name:<10} {false:>6.1f} {predictor:<34} {int(episodes):>9} {sensitivity:>8} "
          f"{precision:>8} {ahead:>8}")


def installed(package):
    """Whether an optional package is installed."""
    return importlib.util.find_spec(package) is not None


def show_absent():
    """Prints the methods that are left out, with the packages that they need."""
    for name, packages in (("GRU-64", ("torch",)), ("Fracast-0", ("torch", "fracast"))):
        absent = [package for package in packages if not installed(package)]
        if absent:
            print(f"Left out: {name}, because these packages are not installed: {', '.join(absent)}")


def show_versions():
    from importlib import metadata
    versions = []
    for package in ("lightgbm", "scikit-learn", "numpy", "torch", "fracast"):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    print(f"Python {sys.version.split()[0]}, " + ", ".join(versions) + ", one thread each")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("table")
    parser.add_argument("--no-alarms", action="store_true", help="errors and fit times alone")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    show_versions()
    show_absent()
    runs = ours(arguments.command, arguments.table)
    people = windows.read(arguments.table)
    fine = True
    for step, (run, seconds) in sorted(runs.items()):
        data = Data([person for person in people if person.step == step])
        one_lead = ours(arguments.command, arguments.table, step // 60)[step][1]
        fine = show(step, run, seconds, one_lead, data, not arguments.no_alarms) and fine
    sys.exit(0 if fine else "The windows differ: the figures do not belong in one table.")


if __name__ == "__main__":
    main()
