// Computes the metrics of a week of readings and fits a model to them, and prints what it found. The readings are released
// by the thread that frees the cohort, and before it has returned; an argument is the number of repetitions.
//
//     cc -std=c11 -I include metrics.c -L lib -lglucose -Wl,-rpath,'$ORIGIN/lib' -lm -lpthread -o metrics && ./metrics

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glucose.h"

enum { READINGS = 288 * 7, COLUMNS = 2 };

static int64_t *times;
static double *values;
static pthread_t owner;
static int is_freeing;

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }

static void release_array(struct ArrowArray *array) {
  if (!is_freeing || !pthread_equal(owner, pthread_self())) abort();
  free(times);
  free(values);
  times = NULL;
  array->release = NULL;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  static struct ArrowSchema columns[COLUMNS];
  static struct ArrowSchema *children[COLUMNS] = {&columns[0], &columns[1]};
  (void)stream;
  columns[0] = (struct ArrowSchema){.format = "tss:UTC", .name = "time", .release = release_schema};
  columns[1] = (struct ArrowSchema){.format = "g", .name = "gl", .release = release_schema};
  *out = (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = COLUMNS, .children = children, .release = release_schema};
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  static const void *buffers[COLUMNS][2], *none[1];
  static struct ArrowArray columns[COLUMNS];
  static struct ArrowArray *children[COLUMNS] = {&columns[0], &columns[1]};
  int *batches = stream->private_data;
  memset(out, 0, sizeof *out);
  if ((*batches)-- <= 0) return 0;  // The end of the stream.
  buffers[0][1] = times;
  buffers[1][1] = values;
  for (int index = 0; index < COLUMNS; index++) {
    columns[index] = (struct ArrowArray){.length = READINGS, .n_buffers = 2, .buffers = buffers[index]};
  }
  *out = (struct ArrowArray){.length = READINGS, .n_buffers = 1, .n_children = COLUMNS, .buffers = none,
                             .children = children, .release = release_array};
  return 0;
}

/// Calls the library with one object and no task; prints the sentence of an error and exits.
static glucose_object *call(const char *name, glucose_object *input, const char *options) {
  glucose_object *result = NULL, *error = NULL;
  if (glucose_call(name, &input, 1, options, NULL, &result, &error)) {
    fprintf(stderr, "%s\n", (const char *)glucose_content(error, NULL));
    exit(1);
  }
  return result;
}

/// Returns the number in the first row of a column of a table, or NaN.
static double number(glucose_object *table, const char *name) {
  struct ArrowSchema schema;
  struct ArrowArray rows;
  double found = NAN;
  glucose_export(table, &rows, &schema);
  for (int64_t index = 0; index < schema.n_children && rows.length > 0; index++) {
    if (strcmp(schema.children[index]->name, name) == 0) found = ((const double *)rows.children[index]->buffers[1])[0];
  }
  rows.release(&rows);
  schema.release(&schema);
  return found;
}

int main(int count, char **arguments) {
  const char *columns = "{\"time\": \"time\", \"glucose\": \"gl\", \"unit\": \"mg/dL\", \"zone\": \"UTC\"}";
  owner = pthread_self();
  if (glucose_abi_version() != GLUCOSE_ABI_VERSION) return 1;
  for (int round = count > 1 ? atoi(arguments[1]) : 1; round > 0; round--) {
    int batches = 1;
    struct ArrowArrayStream readings = {get_schema, get_next, NULL, release_stream, &batches};
    times = malloc(READINGS * sizeof *times);
    values = malloc(READINGS * sizeof *values);
    for (int row = 0; row < READINGS; row++) {
      times[row] = 1772409600 + 300 * row;  // From 2026-03-02 00:00 UTC.
      values[row] = 140 + 50 * sin(row / 25.0) + row % 5;
    }
    is_freeing = 0;
    glucose_object *stream = glucose_stream(&readings);
    glucose_object *cohort = call("cohort", stream, columns);
    glucose_object *table = call("metrics", cohort, NULL), *model = call("fit", cohort, NULL);
    glucose_object *counts = call("counts", cohort, NULL);
    long long rows = ((const int64_t *)glucose_content(counts, NULL))[1];
    if (round == 1) printf("%lld readings, mean %.2f mg/dL\n", rows, number(table, "mean_mgdl"));
    glucose_release(counts);
    glucose_release(stream);
    glucose_release(table);
    glucose_release(model);
    is_freeing = 1;
    glucose_release(cohort);
    if (times != NULL) return 1;
  }
  return 0;
}
