public import CGlucose
internal import Foundation
internal import GlucoseFiles

/// Creates a cohort of a table of readings and optionally one of events.
@c @implementation
public func glucose_cohort_from_arrow(
  _ readings: Stream, _ events: Stream, _ options: Text, _ cohort: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    // Both are moved first, whatever happens then.
    let readings = Result { try unsafe readings.map { unsafe try ArrowTable($0, "readings") } }
    let events = Result { try unsafe events.map { unsafe try ArrowTable($0, "events") } }
    guard let table = try readings.get() else {
      throw BindingError.argument("`readings` must not be NULL.")
    }
    let options = try unsafe Options(
      options, "id time glucose flags unit zone zones missing invalid conflicts")
    let source = try ReadingTable(table, options)
    let logged = try events.get().map {
      try EventTable(
        $0, keyName: source.keyName, isKeyText: source.isKeyText,
        in: source.hasZones ? nil : source.zone, refusesInvalid: source.refusesInvalid)
    }
    unsafe try set(cohort, CohortHandle(source, events: logged ?? EventTable()))
  }
}

/// Creates a cohort of the people of a file: an export of any program that the library reads.
@c @implementation
public func glucose_cohort_from_file(
  _ path: Text, _ options: Text, _ cohort: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let path = try unsafe fileName(path)
    let options = try unsafe Options(options, "zone unit date_order conflicts")
    let refusesConflicts = try options.choice("conflicts", [("last", false), ("refuse", true)])
    let order: DateOrder? = try options.choice(
      "date_order", [("", nil), ("ymd", .yearFirst), ("dmy", .dayFirst), ("mdy", .monthFirst)])
    let zone = try options.zone()
    let bundle = try FileBundle(
      contentsOf: path,
      options: ReadOptions(zone: zone, fileUnit: options.unit(), dateOrder: order, now: Date()))
    let handle = try CohortHandle(bundle, zone: zone ?? .gmt)
    if refusesConflicts { try handle.refuseConflicts() }
    unsafe try set(cohort, handle)
  }
}

/// Returns a JSON object that describes a cohort.
@c @implementation
public func glucose_cohort_description(
  _ cohort: Handle, _ json: NewText, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(json, object(cohort, CohortHandle.self, "cohort").description())
  }
}

/// Returns the numbers of people and rows of a cohort, and of readings that do not count.
@c @implementation
public func glucose_cohort_counts(_ cohort: Handle) -> glucose_counts {
  (try? unsafe object(cohort, CohortHandle.self, "cohort"))?.counts ?? glucose_counts()
}

/// Returns the name of a file.
private func fileName(_ pointer: UnsafePointer<CChar>?) throws -> String {
  let name = try unsafe text(pointer, "path")
  guard let pointer = unsafe pointer, unsafe String(validatingCString: pointer) != nil else {
    throw BindingError(
      code: Int32(GLUCOSE_ERROR_FILE),
      message: "The file cannot be opened: its name \(name) is not UTF-8.")
  }
  return name
}

/// Frees a cohort.
@c @implementation
public func glucose_cohort_free(_ cohort: Handle) {
  try? unsafe object(cohort, CohortHandle.self, "cohort").release()
  unsafe free(cohort, CohortHandle.self)
}

/// Computes a table of a cohort, one person after the other on several threads.
@c @implementation
public func glucose_compute(
  _ cohort: Handle, _ name: Text, _ options: Text, _ task: Handle, _ table: NewHandle,
  _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let task = try unsafe optionalTask(task)
    let name = try unsafe text(name, "name")
    guard let computation = computations[name] else {
      let names = computations.keys.sorted().joined(separator: ", ")
      throw BindingError.argument("\"\(name)\" is not a table; tables are \(names).")
    }
    let options = try unsafe Options(options, computation.options + " tasks")
    unsafe try set(table, cohort.checked(computation.table(cohort, options, task)))
  }
}

/// The computations of tables, with the names of their options.
private let computations:
  [String: (
    options: String, table: @Sendable (CohortHandle, Options, CallTask?) throws -> ResultTable
  )] = [
    "metrics": ("bands night period convention split", { try $0.metrics($1, $2) }),
    "day_statistics": ("bands", { try $0.dayStatistics($1, $2) }),
    "episodes": ("bands night convention", { try $0.episodes($1, $2) }),
    "profile": ("percentiles", { try $0.profile($1, $2) }),
    "quality": ("rows score compression_lows", { try $0.quality($1, $2) }),
    "nights": ("bands night now compression_lows", { try $0.nights($1, $2) }),
    "row_counts": ("", { try $0.rowCounts($1, $2) }),
    "readings": ("", { try $0.readings($1, $2) }),
    "grid": ("convention minutes", { try $0.grid($1, $2) }),
    "events": ("", { cohort, _, _ in cohort.events() }),
    "compare": ("first second bands convention", { try $0.comparison($1, $2) }),
    "backtest": ("minutes design learning pretrained", { try $0.backtest($1, $2) }),
  ]

/// Returns the names, units and meanings of the columns of metrics.
@c @implementation
public func glucose_metric_columns(_ table: NewHandle, _ error: Failure) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(table, CohortHandle.metricColumns())
  }
}

/// Compares the readings of each person with those of a reference.
@c @implementation
public func glucose_agreement(
  _ cohort: Handle, _ reference: Handle, _ options: Text, _ task: Handle, _ table: NewHandle,
  _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let reference =
      try unsafe reference == nil ? nil : object(reference, CohortHandle.self, "reference")
    let options = try unsafe Options(options, "study bands tasks")
    unsafe try set(
      table, cohort.checked(cohort.agreement(with: reference, options, optionalTask(task))))
  }
}

/// Finds the zone of each pair of a table in the error grids.
@c @implementation
public func glucose_error_grid(
  _ pairs: Stream, _ options: Text, _ table: NewHandle, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    guard let pairs = unsafe try pairs.map({ unsafe try ArrowTable($0, "pairs") }) else {
      throw BindingError.argument("`pairs` must not be NULL.")
    }
    let options = try unsafe Options(options, "reference measured unit")
    unsafe try set(table, ResultTable.errorGrids(pairs, options))
  }
}

/// Writes the report of one person as a page in HTML.
@c @implementation
public func glucose_report(
  _ cohort: Handle, _ options: Text, _ html: NewText, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options, "person title axis_unit bands palette now compression_lows")
    unsafe try set(html, cohort.report(options))
  }
}

/// Draws a picture of one person as SVG.
@c @implementation
public func glucose_picture(
  _ cohort: Handle, _ name: Text, _ options: Text, _ svg: NewText, _ error: Failure
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options, "person day width palette axis_unit bands smoothing layout")
    unsafe try set(svg, cohort.picture(text(name, "name"), options))
  }
}
