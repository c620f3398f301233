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
/// Options are the parameters of the class `Cohort` in Python, whose documentation has the rules of readings and events,
/// with `id` in the place of `by`: `id`, `time`, `glucose`, `flags`, `zones` (the names of columns, of which `time` and
/// `glucose` are required), `unit` (required), `zone`, `missing`, `invalid`, and `conflicts` ("last" or "refuse"). A refused
/// reading is the error of the first computation that reads it. The description of the cohort has the numbers of events
/// that were left out, and of those of people without readings.
///
/// Types: a time is a timestamp of any unit, with or without a time zone. A concentration is a float64, a
/// float32, an integer, or a decimal of 128 bits. An id is a text, an integer, or a dictionary of these. Flags are
/// uint8: 1 for Low, 2 for High, 4 for an ambiguous local time. Two texts are one id if they have the same bytes,
/// which must be UTF-8.
int32_t glucose_cohort_from_arrow(
    struct ArrowArrayStream *readings, struct ArrowArrayStream *events, const char *options,
    glucose_cohort **cohort, struct glucose_error *error);

/// Creates a cohort of the people of a file: an export of any program that the library reads.
///
/// Options are the parameters of `read` in Python: `zone`, `unit`, `date_order`, and `conflicts` ("last" or "refuse").
int32_t glucose_cohort_from_file(
    const char *path, const char *options, glucose_cohort **cohort, struct glucose_error *error);

/// Returns a JSON object that describes a cohort: the number of people, the unit, the number of events that were left
/// out and, for a file, the account of its rows.
int32_t glucose_cohort_description(
    glucose_cohort *cohort, char **json, struct glucose_error *error);

/// The numbers of a cohort.
typedef struct glucose_counts {
  int64_t people;
  /// The rows of a table, or the readings of a file.
  int64_t rows;
  /// The readings with another value than a later row with the same time, and the people who have them, as far as
  /// computations have read them.
  int64_t conflicts, conflicts_people;
  /// The readings of a feed beside another, of one sensor or two, which count only with the convention "iglu", and the
  /// people who have them, as far as computations have read them.
  int64_t parallel, parallel_people;
} glucose_counts;

/// Returns the numbers of a cohort.
glucose_counts glucose_cohort_counts(glucose_cohort *cohort);

/// Releases the caller's arrays in the calling thread, and frees a cohort; calls with it must have returned.
void glucose_cohort_free(glucose_cohort *cohort);

/// Computes a table of a cohort, one person after the other on several threads.
///
/// Names are those of the methods of `Cohort` in Python, whose documentation explains the columns and the options. Besides
/// `tasks`, the number of threads, the options are:
/// - "metrics": `period`, `convention`, `split`, `bands`, `night`
/// - "day_statistics": `bands`
/// - "episodes": `convention`, `bands`, `night`
/// - "profile": `percentiles`
/// - "quality": `rows`, `score`, `compression_lows`
/// - "nights": `bands`, `night`, `now` (seconds from 1970), `compression_lows`
/// - "compare": `first`, `second` (each a list of the first and the last day), `bands`, `convention`
/// - "grid": `convention`, `minutes`
/// - "backtest": `minutes` (a number or a list), `design`, `learning`, `pretrained`
/// - "row_counts", "readings", "events": none
///
/// The column of ids has the name of the cohort's; a result with a column of that name is refused with
/// GLUCOSE_ERROR_ARGUMENT. A person whose readings are spread over more than 50 years, with more than eight hours between
/// them on average, has no grid: GLUCOSE_ERROR_DATA has the two instants around the longest gap, one of which is
/// probably wrong.
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
/// Options are those of `Cohort.report` in Python: `person`, `title`, `axis_unit`, `bands`, `palette`, `now` (seconds from
/// 1970), `compression_lows`.
int32_t glucose_report(
    glucose_cohort *cohort, const char *options, char **html, struct glucose_error *error);

/// Draws a picture of one person as SVG.
///
/// Names: "day", "bifocal", "profile", "calendar", "hours". Options are those of `Cohort.picture` in Python: `person`, `day`,
/// `width`, `palette`, `axis_unit`, `bands`, `smoothing`, `layout`. It is that of `glucose plot`.
int32_t glucose_picture(
    glucose_cohort *cohort, const char *name, const char *options, char **svg,
    struct glucose_error *error);

/// A model that forecasts glucose.
typedef struct glucose_model glucose_model;

/// Fits a model to all people of a cohort who have two or more readings, at most 22.5 minutes apart in the median; the
/// description of the model has their number.
///
/// Options are those of `Cohort.fit` in Python: `minutes`, `cadence`, `uses_events`, `uses_time_of_day`, `pretrained`,
/// `test_fraction`, `tasks`. A process that was forked lacks the threads of the library:
/// there, fits, `glucose_model_best` and `glucose_part` need 1 for `tasks` and `NULL` for `task`.
int32_t glucose_model_fit(
    glucose_cohort *cohort, const char *options, glucose_task *task, glucose_model **model,
    struct glucose_error *error);

/// Chooses the model with the least error for one person of a cohort, among the pretrained one, personal ones,
/// and fits.
///
/// Options are those of `Cohort.best` in Python: `minutes`, `person`, `type`, `tasks`.
int32_t glucose_model_best(
    glucose_cohort *cohort, const char *options, glucose_task *task, glucose_model **model,
    struct glucose_error *error);

/// Computes a forecast for each person of a cohort.
///
/// Options are those of `Model.forecast` in Python: `at` (seconds from 1970), `coverage`, `personalized`, `each`, `tasks`. A
/// person or a reading without a forecast has one row, with the reason in the column `error`.
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
/// complete. `PartitionedFit` in Python has the rules; parts are as confidential as readings.
typedef struct glucose_partitioned_fit glucose_partitioned_fit;

/// Creates a fit.
///
/// Options are those of `PartitionedFit` in Python: `minutes`, `cadence`, `uses_events`, `pretrained`, `test_fraction`, `zone`.
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
