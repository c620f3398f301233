# Prints how many seconds R iglu takes for all metrics of a table with id, time and gl.
# Arguments: the table, and how often to repeat.
arguments <- commandArgs(trailingOnly = TRUE)
data <- read.csv(arguments[1])
data$time <- as.POSIXct(data$time, tz = "UTC", format = "%Y-%m-%d %H:%M:%S")
for (repetition in seq_len(as.integer(arguments[2]))) {
  cat(system.time(suppressWarnings(iglu::all_metrics(data)))[["elapsed"]], "\n")
}
