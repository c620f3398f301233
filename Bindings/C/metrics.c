// SPDX-License-Identifier: Apache-2.0
// Computes the metrics of a day of readings, and prints one of them.
//
//     cc -std=c11 -I include metrics.c -L lib -lglucose -Wl,-rpath,'$ORIGIN/lib' -lm -o metrics && ./metrics

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glucose.h"

enum { READINGS = 288, COLUMNS = 2 };

static int64_t times[READINGS];
static double values[READINGS];

// The table is in static memory, so that there is nothing to free.
static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }
static void release_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  static struct ArrowSchema columns[COLUMNS];
  static struct ArrowSchema *children[COLUMNS] = {&columns[0], &columns[1]};
  (void)stream;
  columns[0] = (struct ArrowSchema){.format = "tss:UTC", .name = "time", .release = release_schema};
  columns[1] = (struct ArrowSchema){.format = "g", .name = "gl", .release = release_schema};
  *out = (struct ArrowSchema){.format = "+s",
                              .name = "",
                              .n_children = COLUMNS,
                              .children = children,
                              .release = release_schema};
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  static const void *buffers[COLUMNS][2] = {{NULL, times}, {NULL, values}};
  static const void *none[1] = {NULL};
  static struct ArrowArray columns[COLUMNS];
  static struct ArrowArray *children[COLUMNS] = {&columns[0], &columns[1]};
  int *batches = stream->private_data;
  memset(out, 0, sizeof *out);
  if ((*batches)-- <= 0) return 0;  // The end of the stream.
  for (int index = 0; index < COLUMNS; index++) {
    columns[index] = (struct ArrowArray){
        .length = READINGS, .n_buffers = 2, .buffers = buffers[index], .release = release_array};
  }
  *out = (struct ArrowArray){.length = READINGS,
                             .n_buffers = 1,
                             .n_children = COLUMNS,
                             .buffers = none,
                             .children = children,
                             .release = release_array};
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

/// Returns the number in the first row of a column of a table, or NaN.
static double number(glucose_table *table, const char *name) {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray rows;
  double found = NAN;
  glucose_table_export(table, &stream);
  if (stream.get_schema(&stream, &schema) == 0) {
    if (stream.get_next(&stream, &rows) == 0) {
      for (int64_t index = 0; index < schema.n_children && rows.length > 0; index++) {
        if (strcmp(schema.children[index]->name, name) == 0) {
          found = ((const double *)rows.children[index]->buffers[1])[0];
        }
      }
      rows.release(&rows);
    }
    schema.release(&schema);
  }
  stream.release(&stream);
  return found;
}

int main(void) {
  struct glucose_error error = {0, NULL};
  glucose_cohort *cohort = NULL;
  glucose_table *table = NULL;
  int batches = 1;
  struct ArrowArrayStream readings = {.get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = &batches};
  for (int row = 0; row < READINGS; row++) {
    times[row] = 1772409600 + 300 * row;  // From 2026-03-02 00:00 UTC.
    values[row] = 120 + row % 5;
  }
  if (glucose_abi_version() != GLUCOSE_ABI_VERSION) return 1;
  const char *columns = "{\"time\": \"time\", \"glucose\": \"gl\", \"unit\": \"mg/dL\", \"zone\": \"UTC\"}";
  if (glucose_cohort_from_arrow(&readings, NULL, columns, &cohort, &error) ||
      glucose_compute(cohort, "metrics", NULL, NULL, &table, &error)) {
    fprintf(stderr, "%s\n", error.message);
    glucose_free(error.message);
  } else {
    printf("%lld readings, mean %.2f mg/dL\n", (long long)glucose_cohort_row_count(cohort),
           number(table, "mean_mgdl"));
  }
  glucose_table_free(table);
  glucose_cohort_free(cohort);
  return error.code != 0;
}
