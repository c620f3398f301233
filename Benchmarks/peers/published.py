# SPDX-License-Identifier: Apache-2.0
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

STUDIES = {"azt1d": "AZT1D", "uom": "T1D-UOM", "hall": "Hall 2018", "colas": "Colás 2019",
           "shanghai_t1dm": "Shanghai, type 1"}
# GlucoFM-Bench, arXiv 2606.06881: mean (SD) over people of the RMSE at 30 minutes, 12 hours of context, from
# paper_tables_ctx12h_hor30m of Augmented-Health-Lab/GlucoseML_benchmark at commit 0b20cb3.
GLUCOFM = {  # TimesFM without a fit to the study, TimesFM and GPFormer fitted to all studies
    "azt1d": ("20.53 (3.29)", "21.30 (3.51)", "20.60 (3.59)"),
    "uom": ("21.89 (4.83)", "22.38 (4.48)", "21.29 (4.30)"),
    "hall": ("12.96 (5.83)", "13.62 (5.82)", "14.00 (5.44)"),
    "shanghai_t1dm": ("12.11 (3.45)", "12.17 (3.27)", "13.62 (4.19)")}
# The model of the other studies is tested at one origin in this many, to save time.
EVERY = 12


def backtest(command, table, design):
    """The runs of a design, one to each cadence, as JSON."""
    done = subprocess.run([command, "backtest", table, "--zone", "UTC", "--design", design, "--learning", "never",
                           "--without-pretrained", "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("The back-test did not run:\n" + done.stderr)
    return json.loads(done.stdout)["runs"]


def over_people(runs, predictor):
    """The unweighted mean and standard deviation of people's RMSE at 30 minutes, over all cadences."""
    errors = [score["rmse"] for run in runs for score in run["scores"]
              if score["predictor"] == predictor and score.get("person") is not None
              and score["minutes"] == 30 and score["count"] > 0]
    return f"{statistics.mean(errors):.2f} ({statistics.stdev(errors):.2f})"


def of_other_studies(command, folder, study, studies):
    """The RMSE at 30 minutes of a model trained on the other studies only, to which 24 hours of readings are known,
    by cadence."""
    options = [part for name, option in (("azt1d", "--type1"), ("uom", "--type1"), ("shanghai_t1dm", "--type1"),
                                         ("hall", "--no-diabetes"), ("colas", "--no-diabetes"),
                                         ("colas", "--without-clock")) if name in studies for part in (option, name)]
    done = subprocess.run([command, "train", "--zone", "UTC", *options, "--evaluate", "--only", study, "--every",
                           str(EVERY), "--cohort", "1"] + [os.path.join(folder, name + ".csv") for name in studies],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("Training did not run:\n" + done.stderr)
    return further_ahead(done.stdout, study)


def further_ahead(text, study):
    """The column "24 h" at 30 minutes of the table of errors further ahead."""
    found, heads = [], None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        if cells[:3] == ["study", "every", "ahead"]:
            heads = cells
        elif heads and cells[:1] == [study] and cells[2] == "30 min":
            found.append(cells[heads.index("24 h")])
        elif heads and not cells:
            if found:
                break
    return ", ".join(found) or "–"


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    studies = [name for name in STUDIES if os.path.exists(os.path.join(arguments.folder, name + ".csv"))]
    print("GlucoFM-Bench: RMSE in mg/dL 30 minutes ahead, mean (SD) over people\n")
    row("recordings", "TimesFM, zero-shot", "TimesFM, fitted", "GPFormer", "last value", "model", "personal model",
        "model of the other studies, all forecasts together")
    row(*["---"] * 8)
    for study in studies:
        runs = backtest(arguments.command, os.path.join(arguments.folder, study + ".csv"), "glucofm-bench")
        ours = [over_people(runs, name) for name in ("last-value", "model", "personal-model")]
        alone = of_other_studies(arguments.command, arguments.folder, study, studies) if len(studies) > 1 else "–"
        row(STUDIES[study], *GLUCOFM.get(study, ("–",) * 3), *ours, alone)
    print("\nPublished: arXiv 2606.06881, per study from the repository of its authors, commit 0b20cb3. Different: gaps"
          "\nare filled in there, and records of 15 minutes interpolated to 5, outcomes too; people and origins"
          "\ndiffer; the last column is of the last 30 percent of each record, one origin in "
          f"{EVERY}, with 24 hours of readings.")
    print("\nMetaboNet-Bench (arXiv 2606.18640, whose published figures are of other recordings): RMSE in mg/dL of"
          "\nthe personal model over all forecasts together\n")
    row("recordings", "every", "30 min", "60 min", "90 min", "120 min")
    row(*["---"] * 6)
    for study in studies:
        for run in backtest(arguments.command, os.path.join(arguments.folder, study + ".csv"), "metabonet-bench"):
            errors = {score["minutes"]: score["rmse"] for score in run["scores"]
                      if score["predictor"] == "personal-model" and score.get("person") is None}
            row(STUDIES[study], f"{run['cadence_minutes']} min",
                *(f"{errors[minutes]:.2f}" for minutes in (30, 60, 90, 120)))


if __name__ == "__main__":
    main()
