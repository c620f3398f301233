#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  /// The readings and events of an xDrip database export, and the counts of its rows.
  ///
  ///     let file = try XDripFile(at: path, in: oslo)
  ///     try log.add(file)
  ///
  /// The file is opened for reading only. Its rows are converted as follows:
  ///
  /// - A sensor value is `dg_mgdl` if that is positive, otherwise `calculated_value`.
  /// - Values < 40 mg/dL ("LOW" in xDrip) and ≥ 400 mg/dL ("HIGH") have a device limit flag.
  /// - Values of a sensor < 13, which are error codes, those of a meter < 10 mg/dL, and values > 1000
  ///   mg/dL are left out, and are not in ``acceptedCount``.
  /// - Readings that xDrip leaves out of statistics are excluded.
  /// - A treatment that names several insulins results in a dose for each. The action of a dose is
  ///   derived from the name of the insulin, or is `nil`.
  public struct XDripFile: Sendable {
    /// The readings of the sensor.
    public let series: GlucoseSeries
    /// The instants of the sensor readings that xDrip leaves out of statistics.
    public let excluded: Set<Date>
    /// The readings of the meter: finger-sticks, and the calibrations that do not repeat a
    /// finger-stick.
    public let meter: GlucoseSeries
    /// The meals, doses, and notes. Their identifiers are derived from those of xDrip, so that
    /// reading the file again yields the same events.
    public let events: [DiaryEvent]
    /// The number of rows of readings without a valid time or a possible value.
    package let invalidReadingCount: Int
    /// The number of treatments without carbohydrate, insulin, and note, or without a valid time.
    package let treatmentWithoutAmountCount: Int
    /// The number of rows of sensor readings, finger-sticks, calibrations, and treatments.
    public let rowCount: Int
    /// The number of accepted rows: ``rowCount`` without those that are unusable, withdrawn, or
    /// duplicates.
    public let acceptedCount: Int
    /// The number of readings, of the sensor or the meter, that are dropped because another of the
    /// same kind has their instant, or because a calibration repeats a finger-stick.
    package let duplicateReadingCount: Int
    /// The number of ``duplicateReadingCount`` whose concentration differs from the kept reading at
    /// their instant, which is the last in the file.
    package let conflictingReadingCount: Int
    /// The number of withdrawn finger-sticks.
    package let withdrawnReadingCount: Int

    /// The sensor readings that are not excluded.
    package var includedSeries: GlucoseSeries {
      guard !excluded.isEmpty else { return series }
      // Readings of a series are valid, so this does not throw.
      return (try? GlucoseSeries(series.filter { !excluded.contains($0.time) })) ?? series
    }

    /// Reads the file at `path`. The events are in `zone`, since xDrip stores no time zone.
    ///
    /// - Throws: ``LogbookError/Reason/notALogbook`` if the file is not a database of xDrip,
    ///   ``LogbookError/Reason/inaccessible`` if it cannot be read, or
    ///   ``LogbookError/Reason/damaged`` if it is damaged.
    public init(at path: String, in zone: TimeZone) throws(LogbookError) {
      self = try LogbookError.locating(path) {
        let options = Logbook.Options(busyTimeout: .seconds(5))
        let configuration = LogbookFile.configuration(options, isReadOnly: true)
        return try LogbookFile.reading(LogbookFile.readable(path)) { path in
          try DatabaseQueue(path: path, configuration: configuration).read {
            try Self(reading: $0, in: zone)
          }
        }
      }
    }

    private init(reading db: Database, in zone: TimeZone) throws {
      /// Passes the rows of a table, if there is one, in order of time: their time, and the `columns`, of
      /// which the `optional` ones are `NULL` in a table that does not have them.
      func read(
        _ table: String, _ columns: [String], optional: String..., body: (Row) -> Void
      ) throws {
        guard try db.tableExists(table) else { return }
        let known = Set(try db.columns(in: table).map(\.name))
        let all = columns + optional.map { known.contains($0) ? $0 : "NULL" }
        let rows = try Row.fetchCursor(
          db,
          sql: "SELECT timestamp, \(all.joined(separator: ", ")) FROM \(table) ORDER BY timestamp")
        while let row = try rows.next() { body(row) }
      }
      guard try db.tableExists("BgReadings") else { throw LogbookError(.notALogbook) }
      var sensor = Collector()
      try read("BgReadings", ["calculated_value"], optional: "dg_mgdl", "snyced") { row in
        let value = number(row, 2).flatMap { $0 > 0 ? $0 : nil } ?? number(row, 1)
        sensor.take(number(row, 0), value, isSensor: true, excluded: number(row, 3) ?? 0 != 0)
      }
      let readings = try ValidatedReadings(sensor.readings)
      series = readings.series
      excluded = sensor.excluded

      var drops = Collector()
      /// The times of finger-sticks in milliseconds, by value in whole mg/dL.
      var tests: [Double: [Double]] = [:]
      try read("BloodTest", ["mgdl"], optional: "state") { row in
        let (time, value) = (number(row, 0), number(row, 1))
        // The row of a finger-stick remains after it was undone or overwritten.
        // These bits of its state mark it as invalid.
        if (number(row, 2).flatMap { Int64(exactly: $0) } ?? 0) & 0b11000 != 0 {
          drops.rows += 1
          drops.withdrawn += 1
        } else {
          drops.take(time, value)
          if let time, let value { tests[value.rounded(), default: []].append(time) }
        }
      }
      try read("Calibration", ["bg"]) { row in
        let (time, value) = (number(row, 0), number(row, 1))
        // A finger-stick of the same value within 15 minutes is the same measurement.
        let same = value.flatMap { tests[$0.rounded()] } ?? []
        if let time, same.contains(where: { ($0 - time).magnitude <= 900_000 }) {
          drops.rows += 1
          drops.repeated += 1
        } else {
          drops.take(time, value)
        }
      }
      let tested = try ValidatedReadings(drops.readings)
      meter = tested.series
      conflictingReadingCount = readings.conflictCount + tested.conflictCount
      invalidReadingCount = sensor.unusable + drops.unusable
      withdrawnReadingCount = drops.withdrawn
      duplicateReadingCount =
        sensor.readings.count + drops.readings.count + drops.repeated - series.count - meter.count

      var treatments: [[DiaryEvent]] = []
      try read("Treatments", ["carbs", "insulin", "notes", "uuid"], optional: "insulinJSON") {
        treatments.append(Self.events(of: $0, in: zone))
      }
      events = treatments.flatMap(\.self)
      treatmentWithoutAmountCount = treatments.count(where: \.isEmpty)
      rowCount = sensor.rows + drops.rows + treatments.count
      acceptedCount =
        series.count + meter.count + treatments.count - treatmentWithoutAmountCount
    }

    private struct Collector {
      var readings: [Reading] = []
      var excluded: Set<Date> = []
      var (rows, unusable, withdrawn, repeated) = (0, 0, 0, 0)

      /// Adds a row. Values of a sensor below 13, and 38, which xDrip stores in place of one that it could not
      /// calculate, are error codes; no file has values above 1000 that are glucose.
      mutating func take(
        _ milliseconds: Double?, _ value: Double?, isSensor: Bool = false,
        excluded isExcluded: Bool = false
      ) {
        rows += 1
        guard let milliseconds, let value, (isSensor ? 13 : 10)...1000 ~= value,
          !(isSensor && value == 38), XDripFile.times ~= milliseconds
        else {
          unusable += 1
          return
        }
        let time = Date(milliseconds: milliseconds)
        let flags: ReadingFlags =
          value < 40 ? .belowDeviceLimit : value >= 400 ? .aboveDeviceLimit : []
        readings.append(Reading(time: time, glucose: .mgdL(value), flags: flags))
        if isExcluded { excluded.insert(time) } else { excluded.remove(time) }
      }
    }

    /// The valid range of times in milliseconds since 1970: up to the year 2300.
    fileprivate static let times = 0.0...10_413_792_000_000

    /// Returns the events of a treatment: its time, carbohydrate, insulin, note, identifier, and insulins.
    private static func events(of row: Row, in zone: TimeZone) -> [DiaryEvent] {
      guard let milliseconds = number(row, 0), times ~= milliseconds else { return [] }
      let time = Date(milliseconds: milliseconds)
      let name = "xdrip:" + (text(row, 4) ?? String(Int64(milliseconds)))
      var kinds: [DiaryEvent.Content] = []
      if let carbs = number(row, 1), carbs > 0, carbs < 100_000 {
        kinds.append(.meal(Meal(carbs: carbs)))
      }
      if let units = number(row, 2), units > 0, units < 10_000 {
        kinds += Insulin.doses(text(row, 5), of: units).map { .insulin($0) }
      }
      let note = text(row, 3).flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
      if kinds.isEmpty, note != nil { kinds.append(.entry(DiaryEntry(.note))) }
      var seen: [String: Int] = [:]
      return kinds.enumerated().map { index, kind in
        let category = kind.category.rawValue
        seen[category, default: 0] += 1
        let turn = seen[category].flatMap { $0 > 1 ? ":\($0)" : nil } ?? ""
        return DiaryEvent(
          id: DiaryEvent.ID(rawValue: "\(name):\(category)\(turn)"), at: time, in: zone, kind,
          note: index == 0 ? note : nil)
      }
    }

    /// A dose of one insulin, as xDrip encodes the doses of a treatment.
    private struct Insulin: Decodable {
      var insulin: String?
      var units: Double?

      /// Returns the doses that a treatment names, or one dose of unknown action if it names none
      /// or their sum differs from the injected total by 0.05 units or more.
      static func doses(_ json: String?, of total: Double) -> [InsulinDose] {
        let unknown = [InsulinDose(units: total)]
        guard let json,
          let named = try? JSONDecoder().decode([Insulin].self, from: Data(json.utf8)),
          !named.isEmpty, named.count <= 16
        else { return unknown }
        let units = named.map { $0.units ?? 0 }
        guard units.allSatisfy({ $0 > 0 && $0 < 10_000 }),
          (units.reduce(0, +) - total).magnitude < 0.05
        else { return unknown }
        return zip(named, units).map {
          InsulinDose(units: $1, action: $0.insulin.flatMap(InsulinDose.Action.init(naming:)))
        }
      }
    }
  }

  /// Returns the finite number in a column, or `nil` if there is none, as in a damaged file.
  ///
  /// Not inlined: inlining crashes the optimizer of Swift 6.3.
  @inline(never)
  private func number(_ row: Row, _ column: Int) -> Double? {
    Double.fromDatabaseValue(row[column]).flatMap { $0.isFinite ? $0 : nil }
  }

  private func text(_ row: Row, _ column: Int) -> String? { String.fromDatabaseValue(row[column]) }

  extension Date {
    fileprivate init(milliseconds: Double) { self.init(timeIntervalSince1970: milliseconds / 1000) }
  }

  extension LogbookWriter {
    /// Adds the content of an xDrip database, as the sources "xDrip" and "xDrip meter", in one step
    /// that ``undo()`` takes back.
    ///
    /// - Returns: The result for the readings of the sensor and the meter together, and the result
    ///   for the events.
    @discardableResult
    public func add(_ file: XDripFile) throws(LogbookError) -> (
      readings: StoreResult, events: StoreResult
    ) {
      try perform { batch in
        var columns = ReadingColumns(file.series)
        for row in 0..<columns.count
        where file.excluded.contains(Date(timeIntervalSinceReferenceDate: columns.times[row])) {
          columns.marks[row].insert(.excluded)
        }
        return try batch.add(
          [(.sensor, columns), (.meter, ReadingColumns(file.meter))], file.events,
          from: "xDrip")
      }
    }
  }
#endif
