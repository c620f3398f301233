public import CGlucose
internal import Foundation
internal import GlucoseFiles

/// Creates a cohort of a table of readings with a row for each reading, in any order, and
/// optionally of a table of events.
@c @implementation
public func glucose_cohort_from_arrow(
  _ readings: UnsafeMutablePointer<ArrowArrayStream>?,
  _ events: UnsafeMutablePointer<ArrowArrayStream>?, _ options: UnsafePointer<CChar>?,
  _ cohort: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    // Both are moved first, whatever happens then.
    let readings = Result { try unsafe readings.map { unsafe try ArrowTable($0, "readings") } }
    let events = Result { try unsafe events.map { unsafe try ArrowTable($0, "events") } }
    guard let table = try readings.get() else {
      throw BindingError.argument("`readings` must not be NULL.")
    }
    let options = try unsafe Options(
      options,
      keys: [
        "id", "time", "glucose", "flags", "unit", "zone", "zones", "missing", "invalid",
        "conflicts",
      ])
    let source = try ReadingTable(table, options)
    let logged = try events.get().map {
      try EventTable(
        $0, keyName: source.keyName, isKeyText: source.isKeyText,
        in: source.hasZones ? nil : source.zone)
    }
    unsafe try set(cohort, CohortHandle(source, events: logged ?? EventTable()))
  }
}

/// Creates a cohort of the people of a file: an export of any program that the library reads.
@c @implementation
public func glucose_cohort_from_file(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ cohort: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let path = try unsafe fileName(path)
    let options = try unsafe Options(options, keys: ["zone", "unit", "date_order", "conflicts"])
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

/// Returns a JSON object that describes a cohort: the number of people, the unit and, for a file,
/// the account of its rows.
@c @implementation
public func glucose_cohort_description(
  _ cohort: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(json, object(cohort, CohortHandle.self, "cohort").description())
  }
}

/// Returns the number of rows of a cohort's table, or of readings of a file.
@c @implementation
public func glucose_cohort_row_count(_ cohort: OpaquePointer?) -> Int64 {
  Int64((try? unsafe object(cohort, CohortHandle.self, "cohort"))?.rowCount ?? 0)
}

/// Returns the number of people with conflicting readings in what was computed so far, and sets the
/// number of these readings.
@c @implementation
public func glucose_cohort_conflicts(
  _ cohort: OpaquePointer?, _ readings: UnsafeMutablePointer<Int64>?
) -> Int64 {
  unsafe found(cohort, readings) { $0.conflicts }
}

/// Returns the number of people with readings of a feed beside another in what was computed so far, and
/// sets the number of these readings.
@c @implementation
public func glucose_cohort_parallel(
  _ cohort: OpaquePointer?, _ readings: UnsafeMutablePointer<Int64>?
) -> Int64 {
  unsafe found(cohort, readings) { $0.parallel }
}

private func found(
  _ cohort: OpaquePointer?, _ readings: UnsafeMutablePointer<Int64>?,
  _ count: (CohortHandle.Uncounted) -> Int
) -> Int64 {
  guard let cohort = unsafe try? object(cohort, CohortHandle.self, "cohort") else { return 0 }
  let found = cohort.found(count)
  unsafe readings?.pointee = Int64(found.readings)
  return Int64(found.people)
}

/// Returns the number of people of a cohort.
@c @implementation
public func glucose_cohort_person_count(_ cohort: OpaquePointer?) -> Int64 {
  Int64((try? unsafe object(cohort, CohortHandle.self, "cohort"))?.count ?? 0)
}

/// Returns the number of events of people without readings, and sets the first such id.
@c @implementation
public func glucose_cohort_unused_events(
  _ cohort: OpaquePointer?, _ first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int64 {
  guard let cohort = unsafe try? object(cohort, CohortHandle.self, "cohort") else { return 0 }
  let unused = cohort.unusedEvents()
  if let id = unused.first { unsafe first?.pointee = unsafe copy(id) }
  return Int64(unused.count)
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
public func glucose_cohort_free(_ cohort: OpaquePointer?) {
  try? unsafe object(cohort, CohortHandle.self, "cohort").release()
  unsafe free(cohort, CohortHandle.self)
}

/// Computes a table of a cohort, one person after the other on several threads.
@c @implementation
public func glucose_compute(
  _ cohort: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ task: OpaquePointer?, _ table: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let task = try unsafe optionalTask(task)
    let name = try unsafe text(name, "name")
    guard let computation = computations[name] else {
      let names = computations.keys.sorted().joined(separator: ", ")
      throw BindingError.argument("\"\(name)\" is not a table; tables are \(names).")
    }
    let options = try unsafe Options(options, keys: computation.options.union(["tasks"]))
    unsafe try set(table, cohort.checked(computation.table(cohort, options, task)))
  }
}

/// The computations of tables, with their options.
private let computations:
  [String: (
    options: Set<String>,
    table: @Sendable (CohortHandle, Options, CallTask?) throws -> ResultTable
  )] = [
    "metrics": (
      ["bands", "night", "period", "convention", "split"], { try $0.metrics($1, $2) }
    ),
    "day_statistics": (["bands"], { try $0.dayStatistics($1, $2) }),
    "episodes": (["bands", "night", "convention"], { try $0.episodes($1, $2) }),
    "profile": (["percentiles"], { try $0.profile($1, $2) }),
    "quality": (["rows", "score", "compression_lows"], { try $0.quality($1, $2) }),
    "nights": (["bands", "night", "now", "compression_lows"], { try $0.nights($1, $2) }),
    "row_counts": ([], { try $0.rowCounts($1, $2) }),
    "readings": ([], { try $0.readings($1, $2) }),
    "grid": (["convention", "minutes"], { try $0.grid($1, $2) }),
    "events": ([], { try $0.events($1, $2) }),
    "comparison": (
      ["first", "second", "bands", "convention"], { try $0.comparison($1, $2) }
    ),
    "backtest": (
      ["minutes", "design", "learning", "uses_pretrained_model"], { try $0.backtest($1, $2) }
    ),
  ]

/// Returns the names, units and meanings of the columns of metrics.
@c @implementation
public func glucose_metric_columns(
  _ table: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    unsafe try set(table, CohortHandle.metricColumns())
  }
}

/// Compares the readings of each person with those of a reference.
@c @implementation
public func glucose_agreement(
  _ cohort: OpaquePointer?, _ reference: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ task: OpaquePointer?, _ table: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let reference =
      try unsafe reference == nil ? nil : object(reference, CohortHandle.self, "reference")
    let options = try unsafe Options(options, keys: ["study", "bands", "tasks"])
    unsafe try set(
      table, cohort.checked(cohort.agreement(with: reference, options, optionalTask(task))))
  }
}

/// Finds the zone of each pair of a table in the error grids.
@c @implementation
public func glucose_error_grid(
  _ pairs: UnsafeMutablePointer<ArrowArrayStream>?, _ options: UnsafePointer<CChar>?,
  _ table: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    guard let pairs = unsafe try pairs.map({ unsafe try ArrowTable($0, "pairs") }) else {
      throw BindingError.argument("`pairs` must not be NULL.")
    }
    let options = try unsafe Options(options, keys: ["reference", "measured", "unit"])
    unsafe try set(table, ResultTable.errorGrids(pairs, options))
  }
}

/// Writes the report of one person as a page in HTML.
@c @implementation
public func glucose_report(
  _ cohort: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ html: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options, keys: ["person", "title", "unit", "bands", "palette", "now", "compression_lows"])
    unsafe try set(html, cohort.report(options))
  }
}

/// Draws a picture of one person as SVG.
@c @implementation
public func glucose_picture(
  _ cohort: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ svg: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<glucose_error>?
) -> Int32 {
  unsafe reporting(to: error) {
    let cohort = try unsafe object(cohort, CohortHandle.self, "cohort")
    let options = try unsafe Options(
      options,
      keys: ["person", "day", "width", "palette", "unit", "bands", "smoothing", "layout"])
    unsafe try set(svg, cohort.picture(text(name, "name"), options))
  }
}
