"""Published errors of forecasts beside those of `glucose backtest`, by the protocol of their benchmark.

    python3 Benchmarks/peers/published.py GLUCOSE FOLDER

GLUCOSE is the built command and FOLDER has a table STUDY.csv (id, time, mg/dL) of each study. Prints
Markdown. A study whose table is absent is left out.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

STUDIES = {"azt1d": "AZT1D", "uom": "T1D-UOM", "hall": "Hall 2018", "colas": "Colás 2019",
           "shanghai_t1dm": "Shanghai, type 1"}
TYPES = {"azt1d": "--type1", "uom": "--type1", "shanghai_t1dm": "--type1", "hall": "--no-diabetes",
         "colas": "--no-diabetes"}
# GlucoFM-Bench, arXiv 2606.06881, from Augmented-Health-Lab/GlucoseML_benchmark at commit 0b20cb3: mean (SD) over
# people of the RMSE, 12 hours of context. TimesFM without a fit: over the people of
# timesfm/multi_horizon_results_timesfm_zeroshot, which has none for Hall 2018 with 12 hours; at 30 minutes these are
# the figures of paper_tables_ctx12h_hor30m, where TimesFM and GPFormer, fitted to all studies, are at 30 minutes only.
GLUCOFM = {
    "azt1d": ({15: "11.87 (2.47)", 30: "20.53 (3.29)", 60: "33.45 (5.22)", 90: "41.66 (7.32)"},
              "21.30 (3.51)", "20.60 (3.59)", "origins"),
    "uom": ({15: "11.51 (2.49)", 30: "21.89 (4.83)", 60: "36.62 (7.54)", 90: "45.33 (9.38)"},
            "22.38 (4.48)", "21.29 (4.30)", "origins, interpolation of records of 15 minutes"),
    "hall": ({30: "12.96 (5.83)"}, "13.62 (5.82)", "14.00 (5.44)", "origins, 48 people"),
    "shanghai_t1dm": ({15: "4.76 (1.19)", 30: "12.11 (3.45)", 60: "26.49 (9.07)", 90: "37.99 (14.50)"},
                      "12.17 (3.27)", "13.62 (4.19)", "origins, interpolation of readings and outcomes")}
# GlucoBench, arXiv 2410.05780: table 1 in paper_results/tables.ipynb of IrinaStatsLab/GlucoBench at commit 60643ac,
# without covariates, on later readings of people of the training data and on other people. Of eight methods, the
# three that are best in one of these rows.
GLUCOBENCH = {  # linear regression, Latent ODE, XGBoost
    "hall": (("7.38 / 6.33", "7.13 / 6.11", "7.58 / 6.55"), ("7.86 / 6.62", "7.71 / 6.61", "7.49 / 6.52")),
    "colas": (("5.26 / 4.35", "6.28 / 5.37", "6.42 / 5.49"), ("5.33 / 4.41", "5.64 / 4.84", "6.18 / 5.32"))}


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{arguments[1]} did not run:\n{done.stderr}")
    return done.stdout


class Tests:
    """The back-tests of a folder's studies, each of models that are fitted to the study, and of the models that are
    trained on the other studies."""

    def __init__(self, command, folder, work):
        self.command, self.folder, self.work = command, folder, work
        self.studies = [name for name in STUDIES if os.path.exists(self.table(name))]

    def table(self, study):
        return os.path.join(self.folder, study + ".csv")

    def models(self, study):
        """The file of the models that are trained on the other studies."""
        file = os.path.join(self.work, study)
        others = [name for name in self.studies if name != study]
        if not os.path.exists(file):
            options = [part for name in others for part in (TYPES[name], name)]
            options += ["--without-clock", "colas"] if "colas" in others else []
            run(self.command, "train", "--zone", "UTC", *options, "--output", file, *map(self.table, others))
        return file

    def runs(self, study, design):
        """The runs of a design, one for each cadence: of fits, and of the models of the other studies, if any."""
        options = ("backtest", self.table(study), "--zone", "UTC", "--design", design, "--learning", "never", "--json")
        fits = json.loads(run(self.command, *options, "--without-pretrained"))["runs"]
        if len(self.studies) == 1:
            return fits, []
        others = json.loads(run(self.command, *options, "--models", self.models(study)))["runs"]
        assert not any(test["trained_on_tested"] for test in others)
        return fits, others


def over_people(runs, predictor, minutes):
    """The unweighted mean and standard deviation of people's RMSE, over all cadences."""
    errors = [score["rmse"] for run in runs for score in run["scores"]
              if score["predictor"] == predictor and score.get("person") is not None
              and score["minutes"] == minutes and score["count"] > 0]
    return f"{statistics.mean(errors):.2f} ({statistics.stdev(errors):.2f})" if len(errors) > 1 else "–"


def over_forecasts(runs, predictor, cadence, minutes):
    """The RMSE over all forecasts together."""
    return next((f"{score['rmse']:.2f}" for run in runs for score in run["scores"]
                 if run["cadence_minutes"] == cadence and score["predictor"] == predictor
                 and score.get("person") is None and score["minutes"] == minutes), "–")


def over_paths(runs, predictor):
    """The medians over paths of the RMSE and the MAE."""
    return next((f"{path['median_rmse']:.2f} / {path['median_mae']:.2f}" for run in runs for path in run["paths"]
                 if path["predictor"] == predictor), "–")


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def heads(*cells):
    row(*cells)
    row(*["---"] * len(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tests = Tests(arguments.command, arguments.folder, work)
        print("GlucoFM-Bench: RMSE in mg/dL, mean (SD) over people\n")
        heads("recordings", "ahead", "TimesFM, not fitted (published)", "TimesFM, fitted (published)",
              "GPFormer (published)", "last value", "model", "personal model", "model of the other studies",
              "different there")
        for study in filter(GLUCOFM.get, tests.studies):
            zero, fitted, former, differs = GLUCOFM[study]
            fits, others = tests.runs(study, "glucofm-bench")
            for minutes in (15, 30, 60, 90):
                row(STUDIES[study], f"{minutes} min", zero.get(minutes, "–"),
                    *((fitted, former) if minutes == 30 else ("–", "–")),
                    *(over_people(fits, name, minutes) for name in ("last-value", "model", "personal-model")),
                    over_people(others, "model", minutes), differs)
        print("\nGlucoBench: RMSE / MAE in mg/dL over the path of the next hour, medians over paths\n")
        heads("recordings", "people", "linear regression (published)", "Latent ODE (published)",
              "XGBoost (published)", "last value", "model", "personal model", "different there")
        for study in filter(GLUCOBENCH.get, tests.studies):
            fits, others = tests.runs(study, "glucobench")
            row(STUDIES[study], "of the training data", *GLUCOBENCH[study][0],
                *(over_paths(fits, name) for name in ("last-value", "model", "personal-model")),
                "test of the end of each part without a gap")
            row(STUDIES[study], "others", *GLUCOBENCH[study][1],
                *(over_paths(others, name) for name in ("last-value", "model")), "–",
                "training on the others of the study, test of a tenth of its people")
        print("\nMetaboNet-Bench: RMSE in mg/dL over all forecasts together; its published figures are of other"
              " recordings\n")
        heads("recordings", "every", "model", "30 min", "60 min", "90 min", "120 min")
        for study in tests.studies:
            fits, others = tests.runs(study, "metabonet-bench")
            for test in fits:
                for name, runs, predictor in (("personal model", fits, "personal-model"),
                                              ("model of the other studies", others, "model")):
                    row(STUDIES[study], f"{test['cadence_minutes']} min", name,
                        *(over_forecasts(runs, predictor, test["cadence_minutes"], minutes)
                          for minutes in (30, 60, 90, 120)))


if __name__ == "__main__":
    main()
