/// The C interface of swift-glucose: glucose metrics, forecasts and pictures of tables in Arrow's format.
///
/// The library has no global state: every function works on its arguments, and functions may be called
/// from any thread, several at once, also with the same handle. No thread is started when it is loaded.
/// It informs and never doses.
///
/// Ownership. A handle (`glucose_cohort *`, `glucose_model *`, `glucose_table *`, `glucose_task *`) belongs
/// to the caller, who passes it once to the function that ends in `_free`; `NULL` is allowed there. Text
/// and bytes that a function returns belong to the caller, who passes them to `glucose_free`. Strings that
/// are passed in are UTF-8, end with a zero byte, and are read only during the call.
///
/// Errors. A function that can fail returns 0 or the code of the error, and sets `*error` if it fails;
/// results are then unchanged. `error` may be `NULL`.
///
/// Options are a JSON object; `NULL` is an object without keys. An unknown key is an error.
/// Concentrations in results are in mg/dL, times are instants. Rows, readings and events in the sentences of
/// errors are counted from 0, lines of files from 1.

#ifndef GLUCOSE_H
#define GLUCOSE_H

#include <stddef.h>
#include <stdint.h>

#include "arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface, which increases when a function is removed or changes its meaning.
#define GLUCOSE_ABI_VERSION 1

/// Returns the version of the interface of the library that was loaded.
uint32_t glucose_abi_version(void);

/// The codes of errors.
enum {
  /// An argument or an option is not allowed, or a column is missing or has a type that cannot be read.
  GLUCOSE_ERROR_ARGUMENT = 1,
  /// A reading, a file or a stored model is not valid.
  GLUCOSE_ERROR_DATA = 2,
  /// There is too little data for a fit or a forecast.
  GLUCOSE_ERROR_UNAVAILABLE = 3,
  /// The task was canceled.
  GLUCOSE_ERROR_CANCELED = 4,
  /// A file cannot be opened or read.
  GLUCOSE_ERROR_FILE = 5
};

/// An error.
struct glucose_error {
  /// One of the codes above, or 0.
  int32_t code;
  /// A sentence, which the caller passes to `glucose_free`.
  char *message;
};

/// Frees text or bytes that a function of this library returned; `NULL` is allowed.
void glucose_free(void *memory);

/// The progress of a call, which another thread can read, and can cancel.
typedef struct glucose_task glucose_task;

/// Creates a task for one call.
glucose_task *glucose_task_create(void);

/// Cancels the call with this task, which then returns GLUCOSE_ERROR_CANCELED as soon as it can.
void glucose_task_cancel(glucose_task *task);

/// Returns the completed fraction of the call with this task, from 0 to 1.
double glucose_task_progress(glucose_task *task);

/// Frees a task; a call with it must have returned.
void glucose_task_free(glucose_task *task);

/// A table, such as the result of a computation.
typedef struct glucose_table glucose_table;

/// Returns the number of rows of a table.
int64_t glucose_table_row_count(glucose_table *table);

/// Exports a table as a stream of one record batch, as often as it is called.
///
/// The stream belongs to the caller, who releases it as Arrow specifies. Its buffers are those of the
/// table, which stays in memory until both the table and all that was exported are released. Text has 32-bit
/// offsets (the format `u`), or 64-bit offsets (`U`) in a column of more than 2³¹ − 1 bytes of text. Without a
/// table, the stream's `release` is `NULL`.
void glucose_table_export(glucose_table *table, struct ArrowArrayStream *stream);

/// Frees a table.
void glucose_table_free(glucose_table *table);

/// The readings and events of people.
typedef struct glucose_cohort glucose_cohort;

/// Creates a cohort of a table of readings with a row for each reading, in any order, and optionally of a
/// table of events.
///
/// The streams are moved: after the call, successful or not, their `release` is `NULL`. The functions of the streams are
/// called in the calling thread before the call returns. The buffers of the readings are not copied, and must not change
/// until they are released: if the call fails, before it returns, and otherwise in `glucose_cohort_free`, in the thread
/// that calls it and before it returns. No other thread and no other function calls their `release`.
///
/// Options: `id`, `time`, `glucose`, `flags`: the names of columns; without `id`, all readings are of one
/// person. `zones`: the name of a column with the identifier of each person's time zone, the same in all of the person's rows; then
/// `zone` is that of instants in results. `unit`: "mg/dL" or "mmol/L", required. `zone`: the identifier of the time
/// zone of local days, and of times without one; by default that of the column of times, unless that is UTC, and the times
/// are instants of anywhere. `missing`: "skip" (the default)
/// or "refuse", for readings without a value. `invalid`: "refuse" (the default) or "skip", for readings
/// without a time, with a local time that clocks skipped, or not from 10 to 1000 mg/dL; a refused reading is
/// the error of the first computation that reads it. `conflicts`: "last" (the default) or "refuse", for readings
/// with another value than a later row with the same time; `glucose_cohort_conflicts` has their number.
///
/// The events have the columns of the result "events": `time` and `kind` are required, an "insulin" needs
/// `insulin_units` and an "exercise" `minutes`, from 0 to 52,596,000 (a century). A number other than 0 in a column of
/// another kind, such as `carbs_g` of an event that is no "meal", is an error. Or they have those of the command, `time`,
/// `kind`, `value` and `unit`: a "meal" of carbohydrate in "g" or of an unknown amount in another unit, a "bolus" and a
/// "basal" in "U", and "exercise" of 15 minutes; another kind is an error. A "basal" in another unit, a rate, is left
/// out; the description of the cohort has the number of these. Their ids may be in a column "subject".
///
/// Times of readings and events are in the years 1900 to 2299, as in files; of an event's local time that clocks repeat,
/// the first is meant.
///
/// Types: a time is a timestamp of any unit, with or without a time zone. A concentration is a float64, a
/// float32 or an integer. An id is a text, an integer, or a dictionary of these. Flags are
/// uint8: 1 for Low, 2 for High, 4 for an ambiguous local time. Two texts are one id if they have the same bytes,
/// which must be UTF-8.
int32_t glucose_cohort_from_arrow(
    struct ArrowArrayStream *readings, struct ArrowArrayStream *events, const char *options,
    glucose_cohort **cohort, struct glucose_error *error);

/// Creates a cohort of the people of a file: an export of any program that the library reads.
///
/// Options: `zone`: the time zone of local times in the file. `unit`, `date_order` ("ymd", "dmy" or "mdy"): what
/// the file does not state. `conflicts`: "last" (the default) or "refuse", for readings with another value than the
/// last one of the same time in the file; scans and meter readings are not compared.
int32_t glucose_cohort_from_file(
    const char *path, const char *options, glucose_cohort **cohort, struct glucose_error *error);

/// Returns a JSON object that describes a cohort: the number of people, the unit, the number of events that were left
/// out and, for a file, the account of its rows.
int32_t glucose_cohort_description(
    glucose_cohort *cohort, char **json, struct glucose_error *error);

/// Returns the number of people of a cohort.
int64_t glucose_cohort_person_count(glucose_cohort *cohort);

/// Returns the number of events of people who have no readings, which no computation uses, and sets `*first`,
/// unless it is `NULL` or there are none, to the first of these people's ids, which the caller passes to
/// `glucose_free`.
int64_t glucose_cohort_unused_events(glucose_cohort *cohort, char **first);

/// Returns the number of rows of a cohort's table, or of readings of a file.
int64_t glucose_cohort_row_count(glucose_cohort *cohort);

/// Returns the number of people who have readings with another value than a later row with the same time, as far
/// as computations have read them, and sets `*readings`, unless it is `NULL`, to the number of these readings.
int64_t glucose_cohort_conflicts(glucose_cohort *cohort, int64_t *readings);

/// Returns the number of people who have readings of a feed beside another, of one sensor or two, which count only
/// with the convention "iglu", as far as computations have read them, and sets `*readings`, unless it is `NULL`, to the
/// number of these readings.
int64_t glucose_cohort_parallel(glucose_cohort *cohort, int64_t *readings);

/// Releases the caller's arrays in the calling thread, and frees a cohort; calls with it must have returned.
void glucose_cohort_free(glucose_cohort *cohort);

/// Computes a table of a cohort, one person after the other on several threads.
///
/// Names and their options, besides `tasks`:
/// - "metrics": every metric of each person and period, and of a person without readings a row of no period; `period`
///   ("record", "week" or "day"), `convention` ("clinical" or "iglu"), `split` (true for rows of day and night), `bands`,
///   `night`
/// - "day_statistics": the statistics of each local day; `bands`
/// - "episodes": each episode of low and high glucose; `convention`, `bands`, `night`
/// - "profile": the ambulatory glucose profile; `percentiles` (from 0 to 100)
/// - "quality": the score of the signal; `rows` ("day", "hour", or "fault" for each suspected fault), `score` (the least of
///   a fault, by default 0.5), `compression_lows` (true to search for them)
/// - "nights": each night with a reading or an event; `bands`, `night`, `now` (seconds from 1970, by default the person's
///   last reading), `compression_lows`
/// - "comparison": the metrics of two periods and their differences, a row for each metric; `first`, `second` (each the first
///   and the last day, required), `bands`, `convention`
/// - "row_counts": for each person, the number of rows, readings, missing and invalid rows, the first invalid row
///   among the person's, duplicates of an instant, those with another value, and readings of a feed beside another
/// - "grid": the readings resampled to a constant interval, on which all metrics that depend on time are
///   computed: `day`, `time`, `glucose_mgdl`; `convention`, `minutes` (a number that divides 1440, by default the
///   interval of the person's readings)
/// - "readings", "events": the readings, sorted, one to an instant, and of one feed at a time, and the events: `time`, `kind`, `name`,
///   `carbs_g`, `protein_g`, `fat_g`, `insulin_units`, `action`, `minutes`, `intensity`, `exercise_kind`, `amount`,
///   `unit`, `note`, `event_id`
/// - "backtest": the errors of forecasts; `minutes`, `design`, `learning`, `uses_pretrained_model` (by default true)
///
/// `bands` is "consensus", "tight", "older", "pregnancy", "arises", or an object with `low`, `high` and, if there
/// are, `very_low` and `very_high`, in the unit of the cohort, ascending, from above 0 to 1000 mg/dL. `night` is
/// such as "0-6". The column of ids has the name of the cohort's; a result with a column of that name is refused
/// with GLUCOSE_ERROR_ARGUMENT.
///
/// A person whose readings are spread over more than 50 years, with more than eight hours between them on average,
/// has no grid: "metrics", "episodes", "profile", "grid", "quality", "nights", "comparison", "backtest", fits, forecasts, reports and pictures return
/// GLUCOSE_ERROR_DATA with the two instants around the longest gap, one of which is probably wrong.
///
/// `task` may be `NULL`.
int32_t glucose_compute(
    glucose_cohort *cohort, const char *name, const char *options, glucose_task *task,
    glucose_table **table, struct glucose_error *error);

/// Returns the names, units and meanings of the columns of metrics.
int32_t glucose_metric_columns(glucose_table **table, struct glucose_error *error);

/// Compares the readings of each person with those of the same person in `reference`, in a row for all pairs and
/// one for each band or, with `study`, as one study of the accuracy of a sensor of all people; the columns are those
/// of `glucose agreement --csv`. Without a `reference`, the cohort is that of a file with measurements of a meter.
/// If both have one person, these are compared. A person without pairs has no row.
///
/// Options: `study` (true for a study), `bands` (in the unit of the reference), `tasks`. `task` may be `NULL`.
int32_t glucose_agreement(
    glucose_cohort *cohort, glucose_cohort *reference, const char *options, glucose_task *task,
    glucose_table **table, struct glucose_error *error);

/// Finds the zone of each pair of a table, of a reference and a measurement at the same time, in the error grids.
///
/// The result has a row for each pair, in order, with the columns `clarke`, `parkes_type1`, `parkes_type2`
/// and `dts`: "A" to "E", or null if a concentration is missing. The stream is moved, as in
/// `glucose_cohort_from_arrow`.
///
/// Options: `reference`, `measured`: the names of columns, required. `unit`: "mg/dL" or "mmol/L", required.
int32_t glucose_error_grid(
    struct ArrowArrayStream *pairs, const char *options, glucose_table **table,
    struct glucose_error *error);

/// Writes the report of one person as a page in HTML, which refers to no other file: that of the command `report --html`.
///
/// Options: `person` (the id, needed if there are several people), `title` (by default the id), `unit` ("mg/dL" or
/// "mmol/L", by default that of the readings), `bands`, `palette` (by default "arises", "dark" on a dark screen, and "agp" on
/// paper), `now` (seconds from 1970, after which events are plans; by default the present), `compression_lows` (true to search
/// for them).
int32_t glucose_report(
    glucose_cohort *cohort, const char *options, char **html, struct glucose_error *error);

/// Draws a picture of one person as SVG.
///
/// Names: "day", "bifocal", "profile", "calendar", "hours". Options: `person` (the id, needed if there are
/// several people), `day` ("2026-03-02", by default the last), `width` (in points of SVG, from
/// 320 to 10000, by default 800), `palette` (of colors: "arises", the default, "color-blind-safe", "dark", "agp"), `unit`
/// (of the axis: "mg/dL" or "mmol/L", by default that of the readings), `bands`, `smoothing` (of the profile, in minutes, by
/// default 60), `layout` (of events: "separated", the default, or "arises"). It is that of `glucose plot`.
int32_t glucose_picture(
    glucose_cohort *cohort, const char *name, const char *options, char **svg,
    struct glucose_error *error);

/// A model that forecasts glucose.
typedef struct glucose_model glucose_model;

/// Fits a model to all people of a cohort who have two or more readings, at most 22.5 minutes apart in the median; the
/// description of the model has their number.
///
/// Options: `minutes` (the horizon, by default 30), `cadence` (5 or 15, by default the longest of a person),
/// `uses_events`, `uses_time_of_day`, `test_fraction`, `tasks`, and `uses_pretrained_model`, by default true: the prior of
/// a fit to few readings is the pretrained model. A process that was forked lacks the threads of the library:
/// there, fits, `glucose_model_best` and `glucose_part` need 1 for `tasks` and `NULL` for `task`.
int32_t glucose_model_fit(
    glucose_cohort *cohort, const char *options, glucose_task *task, glucose_model **model,
    struct glucose_error *error);

/// Chooses the model with the least error for one person of a cohort, among the pretrained one, personal ones,
/// and fits.
///
/// Options: `minutes`, `person` (the id, needed if there are several people), `type` (of diabetes: "type-1", "type-2" or
/// "none", by default unknown), `tasks`.
int32_t glucose_model_best(
    glucose_cohort *cohort, const char *options, glucose_task *task, glucose_model **model,
    struct glucose_error *error);

/// Computes a forecast for each person of a cohort.
///
/// Options: `at` (the present, in seconds since 1970, by default the time of each person's last reading),
/// `coverage` (of the prediction interval, from 0.5 to 0.95, by default 0.9), `personalized` (true to
/// adapt the model to each person first), `each` (true for a forecast after every reading, of the longest time ahead
/// only, with the columns `outcome_mgdl`, the reading at most 150 s from `time`, and `row`, that of the origin in the
/// table), `tasks`. A person or a reading without a forecast has one row, with the reason in the column `error`.
int32_t glucose_model_forecast(
    glucose_model *model, glucose_cohort *cohort, const char *options, glucose_task *task,
    glucose_table **table, struct glucose_error *error);

/// Returns a JSON object that describes a model.
int32_t glucose_model_description(glucose_model *model, char **json, struct glucose_error *error);

/// Returns a model as bytes, for storage.
int32_t glucose_model_encode(
    glucose_model *model, uint8_t **bytes, size_t *count, struct glucose_error *error);

/// Creates a model from its bytes, which are read only during the call.
int32_t glucose_model_decode(
    const uint8_t *bytes, size_t count, glucose_model **model, struct glucose_error *error);

/// Frees a model.
void glucose_model_free(glucose_model *model);

/// A fit to cohorts that are distributed over machines, in rounds.
///
/// Each round has a task. Every machine computes the part of its cohort for the task, the parts are added, and
/// their sum ends the round; a person's readings must all be in one cohort. Without a task, the model is
/// complete: to the rounding of sums the model of one machine with all people in the order of their ids as text,
/// whatever the partitions. Parts contain counts, sums and samples with the ids of people: of up to about ten
/// thousand origins the inputs of the model, which are concentrations and their changes, and of up to 60,000 the
/// errors. They contain no whole recording, and are as confidential as readings.
typedef struct glucose_partitioned_fit glucose_partitioned_fit;

/// Creates a fit.
///
/// Options: `minutes`, `cadence` (by default that of the first person), `uses_events`, `uses_pretrained_model`,
/// `test_fraction`, as in a fit on one machine;
/// `zone`: the time zone of the time of day, by default none.
int32_t glucose_partitioned_fit_create(
    const char *options, glucose_partitioned_fit **fit, struct glucose_error *error);

/// Returns the task of the current round as bytes; `*count` is 0 once the model is complete.
int32_t glucose_partitioned_fit_task(
    glucose_partitioned_fit *fit, uint8_t **bytes, size_t *count, struct glucose_error *error);

/// Ends the current round with the sum of its parts, which are read only during the call.
int32_t glucose_partitioned_fit_advance(
    glucose_partitioned_fit *fit, const uint8_t *part, size_t count, struct glucose_error *error);

/// Returns the model, once no task is left.
int32_t glucose_partitioned_fit_model(
    glucose_partitioned_fit *fit, glucose_model **model, struct glucose_error *error);

/// Frees a partitioned fit.
void glucose_partitioned_fit_free(glucose_partitioned_fit *fit);

/// Computes the part of a cohort for a task, in the calling thread, so that it is also allowed in a forked
/// process.
int32_t glucose_fit_part(
    glucose_cohort *cohort, const uint8_t *task, size_t task_count, uint8_t **bytes, size_t *count,
    struct glucose_error *error);

/// Computes the part of a cohort in a result for people on several machines, in the calling thread, so that it is
/// also allowed in a forked process. Parts contain sums, and those of a back-test the ids of people.
///
/// Names and their options:
/// - "aggregate": sums of the readings of each local day; `bands`. A person's days can be in several cohorts, if
///   no day is. Parts add up to the same bits in any order.
/// - "backtest": the errors of `model`, of the model adapted to each person, and of baselines on the last
///   part of each recording; `test_fraction` (by default 0.3). Parts add up to the rounding of sums.
///
/// `model` may be `NULL` for an aggregate, and `task` always.
int32_t glucose_part(
    glucose_cohort *cohort, const char *name, const char *options, glucose_model *model, glucose_task *task,
    uint8_t **bytes, size_t *count, struct glucose_error *error);

/// Returns the sum of two parts of one kind, of one round or with the same options, as bytes.
int32_t glucose_part_add(
    const uint8_t *part, size_t part_count, const uint8_t *other, size_t other_count, uint8_t **bytes,
    size_t *count, struct glucose_error *error);

/// Returns the measures of a part or of a sum: one row of an aggregate, or the rows of "backtest" of
/// `glucose_compute`, with the ids in the column `id`.
int32_t glucose_part_table(
    const uint8_t *part, size_t part_count, glucose_table **table, struct glucose_error *error);

#ifdef __cplusplus
}
#endif

#endif
