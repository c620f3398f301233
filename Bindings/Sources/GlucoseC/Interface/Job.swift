internal import Foundation
internal import GlucoseFiles
internal import Prediction
internal import Synchronization

/// What a call computes, by its name in glucose.h.
struct Job: Sendable {
  /// The names of options, which spaces separate.
  let options: String
  let run: @Sendable (Call) throws -> AnyObject?

  init(_ options: String = "", _ run: @escaping @Sendable (Call) throws -> AnyObject?) {
    self.options = options
    self.run = run
  }

  /// Returns a job whose result is a table with the ids of a cohort.
  private static func table(
    _ options: String = "",
    _ table: @escaping @Sendable (CohortHandle, Call) throws -> ResultTable
  ) -> Self {
    Self(options + " tasks") { call in
      let cohort = try call.cohort()
      return try cohort.checked(cohort.withErrors(table(cohort, call), call))
    }
  }

  static let all: [String: Self] = [
    "cohort": Self("id time glucose flags unit zone zones missing invalid conflicts errors") {
      try CohortHandle(readings: $0.input(), events: $0.optional(1), $0)
    },
    "read": Self("zone unit date_order conflicts errors") {
      try CohortHandle(path: $0.bytes(), $0)
    },
    "description": Self { Content(try $0.cohort().description()) },
    "counts": Self { Content(try $0.cohort().counts) },

    "metrics": table("bands night period convention split") { try $0.metrics($1) },
    "day_statistics": table("bands") { try $0.dayStatistics($1) },
    "episodes": table("bands night convention") { try $0.episodes($1) },
    "profile": table("percentiles") { try $0.profile($1) },
    "quality": table("rows score compression_lows") { try $0.quality($1) },
    "nights": table("bands night now compression_lows") { try $0.nights($1) },
    "row_counts": table { try $0.rowCounts($1) },
    "readings": table { try $0.readings($1) },
    "grid": table("convention minutes") { try $0.grid($1) },
    "events": table { try $0.events($1) },
    "compare": table("first second bands convention") { try $0.comparison($1) },
    "agreement": table("study comparator bands") { try $0.agreement(with: $1.optional(1), $1) },
    "backtest": Self("minutes design learning pretrained tasks") {
      try $0.validCohort().backtest($0)
    },
    "forecast": table("at coverage personalized each") { try $0.forecasts($1.input(1), $1) },
    "aggregate": Self("bands") { try CohortPart(aggregateOf: $0.validCohort(), $0).table() },
    "metric_columns": Self { _ in CohortHandle.metricColumns() },
    "error_grid": Self("reference measured unit") { call in
      try ResultTable.errorGrids(ArrowTable(call.input(), "pairs"), call)
    },

    "picture": Self("kind person day width palette axis_unit bands smoothing layout") {
      Content(try $0.cohort().picture($0))
    },
    "report": Self("person title axis_unit bands palette now compression_lows") {
      Content(try $0.cohort().report($0))
    },

    "fit": Self("minutes cadence uses_events uses_time_of_day pretrained test_fraction tasks") {
      try ModelHandle($0.validCohort(), $0)
    },
    "best": Self("minutes person tasks type") { try ModelHandle.best($0.cohort(), $0) },
    "model_description": Self { Content(try ($0.input() as ModelHandle).description()) },
    "encode": Self { Content(try ($0.input() as ModelHandle).model.bytes) },
    "decode": Self { ModelHandle(try Forecaster(bytes: $0.bytes())) },

    "partitioned_fit": Self("minutes cadence uses_events pretrained zone test_fraction") {
      try PartitionedFitHandle(PartitionedFit($0.fit(zone: $0.zone())))
    },
    "task": Self {
      Content(try ($0.input() as PartitionedFitHandle).fit.withLock { $0 }.task?.bytes ?? [])
    },
    "model": Self {
      ModelHandle(try ($0.input() as PartitionedFitHandle).fit.withLock { $0 }.model())
    },
    "advance": Self { call in
      let (fit, part) = (
        try call.input() as PartitionedFitHandle, try FitPart(bytes: call.bytes(1))
      )
      do {
        try fit.fit.withLock { try $0.advance(with: part) }
      } catch let error as FitError {
        throw BindingError(BindingError.code(of: error), Key.unescaped("\(error)"))
      }
      return nil
    },
    "fit_part": Self { Content(try $0.validCohort().part(for: FitTask(bytes: $0.bytes(1))).bytes) },
    "aggregate_part": Self("bands") {
      Content(try CohortPart(aggregateOf: $0.validCohort(), $0).bytes)
    },
    "backtest_part": Self("test_fraction") {
      let model: ModelHandle = try $0.input(1)
      return Content(try CohortPart(testOf: $0.validCohort(), model.model, $0).bytes)
    },
    "sum": Self {
      let (part, other) = (try $0.bytes(), try $0.bytes(1))
      guard part.starts(with: "glucose-part".utf8) else {
        var sum = try CohortPart(bytes: part)
        try sum.add(CohortPart(bytes: other))
        return Content(try sum.bytes)
      }
      var sum = try FitPart(bytes: part)
      try sum.add(FitPart(bytes: other))
      return Content(try sum.bytes)
    },
    "part_table": Self { try CohortPart(bytes: $0.bytes()).table() },
  ]
}

/// The object of a partitioned fit.
final class PartitionedFitHandle: Sendable {
  let fit: Mutex<PartitionedFit>

  init(_ fit: PartitionedFit) { self.fit = Mutex(fit) }
}
