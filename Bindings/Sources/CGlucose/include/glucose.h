/// The C interface of swift-glucose: glucose metrics, forecasts and pictures of tables in Arrow's format.
///
/// Every computation is a call by name, `glucose_call`, of objects and options; its result is an object. The library has
/// no global state: every function works on its arguments, and functions may be called from any thread, several at once,
/// also with the same object. No thread is started when it is loaded. It informs and never doses.
///
/// An object that a function returns belongs to the caller, who passes it once to `glucose_release`. Strings that are
/// passed in are UTF-8, end with a zero byte, and are read only during the call, as are bytes.

#ifndef GLUCOSE_H
#define GLUCOSE_H

#include <stddef.h>
#include <stdint.h>

#include "arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface, which increases when a function or a call is removed or changes its meaning.
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

/// A cohort, a model, a partitioned fit, a table, a stream, content (text or bytes), or a task.
typedef struct glucose_object glucose_object;

/// Releases an object, which no call under way may use; `NULL` is allowed.
void glucose_release(glucose_object *object);

/// Creates content: a copy of bytes.
glucose_object *glucose_bytes(const void *bytes, size_t count);

/// Returns the bytes of content, which are valid until it is released, or `NULL` for another object. A zero byte follows
/// them, so that text is a string. `count` may be `NULL`.
const void *glucose_content(glucose_object *content, size_t *count);

/// Moves a stream of record batches into an object; afterwards its `release` is `NULL`.
///
/// The functions of the stream are called in the thread of the call that reads it, before the call returns, or in that of
/// `glucose_release`.
glucose_object *glucose_stream(struct ArrowArrayStream *stream);

/// Exports a table as a struct array with a child for each column, as often as it is called.
///
/// Both structures belong to the caller, who releases them as Arrow specifies. The buffers are those of the
/// table, which stays in memory until both the table and all that was exported are released. Text has 32-bit
/// offsets (the format `u`), or 64-bit offsets (`U`) in a column of more than 2³¹ − 1 bytes of text. Without a
/// table, the `release` of both is `NULL`.
void glucose_export(glucose_object *table, struct ArrowArray *array, struct ArrowSchema *schema);

/// Creates a task: the progress of one call, which another thread can read, and can cancel.
glucose_object *glucose_task_create(void);

/// Cancels the call with this task, which then returns GLUCOSE_ERROR_CANCELED as soon as it can.
void glucose_task_cancel(glucose_object *task);

/// Returns the completed fraction of the call with this task, from 0 to 1.
double glucose_task_progress(glucose_object *task);

/// Computes something, and returns 0 or the code of an error.
///
/// Options are a JSON object; `NULL` is an object without keys, and an unknown key is an error. `task` may be `NULL`. On
/// success `*result` is an object, or `NULL` for a call without a result; on failure `*error` is a text, and `*result` is
/// unchanged. `error` may be `NULL`. Concentrations in results are in mg/dL, times are instants. Rows, readings and events
/// in the sentences of errors are counted from 0, lines of files from 1.
///
/// The calls, with their inputs and result, and with their options, which are those of the functions of the same names in
/// Python, whose documentation explains them and the columns of tables. An input or option in brackets may be absent, an
/// input as `NULL`.
///
/// People:
/// - "cohort" (stream of readings, [stream of events]) → cohort: `time`, `glucose`, `unit`, [`id`, `flags`, `zones`, `zone`,
///   `missing`, `invalid`, `conflicts`, `errors`]. Those of the class `Cohort`, with `id` in the place of `by`, and `conflicts` "last"
///   or "refuse". A row is a reading, in any order; a refused one is the error of the first computation that reads it.
/// - "read" (path) → cohort of an export of any program that the library reads: [`zone`, `unit`, `date_order`, `conflicts`,
///   `errors`]
/// - "description" (cohort) → text, a JSON object: the number of people, the unit, the numbers of events that were left out
///   and of those of people without readings and, for a file, the account of its rows
/// - "counts" (cohort) → content, six numbers of the type int64_t: people; rows, or readings of a file; readings with
///   another value than a later row with the same time, and their people; and readings of a feed beside another, of one
///   sensor or two, which count only with the convention "iglu", and their people, as far as computations have read them
///
/// Tables, one person after the other on several threads, with the option `tasks`, the number of threads:
/// - "metrics" (cohort): [`period`, `convention`, `split`, `bands`, `night`]; "metric_columns" () has names, units and meanings
/// - "day_statistics" (cohort): [`bands`]
/// - "episodes" (cohort): [`convention`, `bands`, `night`]
/// - "profile" (cohort): [`percentiles`]
/// - "quality" (cohort): [`rows`, `score`, `compression_lows`]
/// - "nights" (cohort): [`bands`, `night`, `now` (seconds from 1970), `compression_lows`]
/// - "compare" (cohort): `first`, `second` (each a list of the first and the last day), [`bands`, `convention`]
/// - "grid" (cohort): [`convention`, `minutes`]
/// - "row_counts", "readings", "events" (cohort)
/// - "agreement" (cohort, [cohort of the reference]): [`study`, `comparator`, `bands`]. Without a reference, the cohort is
///   that of a file with measurements of a meter. If both have one person, these are compared.
/// - "backtest" (cohort): [`minutes` (a number or a list), `design`, `learning`, `pretrained`]
/// - "forecast" (cohort, model): [`at` (seconds from 1970), `coverage`, `personalized`, `each`]
/// - "aggregate" (cohort), without `tasks`: [`bands`]
/// - "error_grid" (stream of pairs), without `tasks`: `reference`, `measured`, `unit`
///
/// The column of ids has the name of the cohort's; a result with a column of that name is refused with
/// GLUCOSE_ERROR_ARGUMENT. A person whose readings are spread over more than 50 years, with more than eight hours between
/// them on average, has no grid: GLUCOSE_ERROR_DATA has the two instants around the longest gap, one of which is
/// probably wrong. With `errors` "row", tables other than those of "backtest", "aggregate" and a study have the columns
/// `error_type` and `error`, and a person's GLUCOSE_ERROR_DATA is a row with "InvalidData" and the text, after the others.
///
/// Of one person, as text:
/// - "picture" (cohort) → SVG, that of `glucose plot`: [`kind`, `person`, `day`, `width`, `palette`, `axis_unit`, `bands`,
///   `smoothing`, `layout`]
/// - "report" (cohort) → HTML, that of `glucose report --html`: [`person`, `title`, `axis_unit`, `bands`, `palette`, `now`,
///   `compression_lows`]
///
/// Models. A process that was forked lacks the threads of the library: there, "fit", "best" and parts need 1 for `tasks` and
/// `NULL` for `task`.
/// - "fit" (cohort) → model of all people who have two or more readings, at most 22.5 minutes apart in the median: [`minutes`,
///   `cadence`, `uses_events`, `uses_time_of_day`, `pretrained`, `test_fraction`, `tasks`]
/// - "best" (cohort) → model with the least error for one person: [`minutes`, `person`, `type`, `tasks`]
/// - "model_description" (model) → text, a JSON object; "encode" (model) → bytes for storage; "decode" (bytes) → model
///
/// Cohorts that are distributed over machines. `PartitionedFit` in Python has the rules; parts are as confidential as readings.
/// - "partitioned_fit" () → fit in rounds: [`minutes`, `cadence`, `uses_events`, `pretrained`, `test_fraction`, `zone`]
/// - "task" (fit) → bytes of the task of the current round, none once the model is complete
/// - "fit_part" (cohort, bytes of a task) → bytes, computed in the calling thread
/// - "advance" (fit, bytes of the sum of the parts), without a result, ends the round; "model" (fit) → model
/// - "aggregate_part" (cohort) → bytes: [`bands`]
/// - "backtest_part" (cohort, model) → bytes: [`test_fraction`]
/// - "sum" (bytes, bytes) → bytes, the sum of two parts of one kind
/// - "part_table" (bytes) → table of an aggregate or a back-test
///
/// Types of columns: a time is a timestamp of any unit, with or without a time zone. A concentration is a float64, a
/// float32, an integer, or a decimal of 128 bits. An id is a text, an integer, or a dictionary of these. Flags are
/// uint8: 1 for Low, 2 for High, 4 for an ambiguous local time. Two texts are one id if they have the same bytes,
/// which must be UTF-8.
///
/// The buffers of the readings of a cohort are not copied, and must not change until they are released: if the call fails,
/// before it returns, and otherwise in `glucose_release` of the cohort, in the thread that calls it and before it returns. No
/// other thread and no other function calls their `release`.
int32_t glucose_call(
    const char *name, glucose_object *const *inputs, size_t count, const char *options, glucose_object *task,
    glucose_object **result, glucose_object **error);

#ifdef __cplusplus
}
#endif

#endif
