// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  /// What the database that xDrip exports holds of readings and events, and an account of its rows.
  ///
  ///     let file = try XDripFile(at: path, in: oslo)
  ///     try log.add(file)
  ///
  /// The file is only read. Sensor values come from `dg_mgdl` where it is set, else from
  /// `calculated_value`; below 40 mg/dL xDrip shows "LOW" and from 400 mg/dL "HIGH", which become
  /// flags. Values below 13 are a sensor's error codes; they and
  /// values above 1000 mg/dL are counted, not taken. What xDrip leaves
  /// out of statistics is excluded. Where a treatment names the insulins it was of, each is a dose of
  /// its own, and how it acts is known from its name or not at all.
  public struct XDripFile: Hashable, Sendable {
    /// The readings of the sensor.
    public let series: GlucoseSeries
    /// Those of them that xDrip leaves out of statistics.
    public let excluded: Set<Date>
    /// The readings of the meter: blood tests, and the calibrations that are not one of them.
    public let meter: GlucoseSeries
    /// Meals, doses and notes; the identifiers are xDrip's, so that reading the file again yields the
    /// same.
    public let events: [DiaryEvent]
    /// How many rows of readings held no value from 13 to 1000 mg/dL, such as an error code of the sensor.
    public let unusableReadings: Int
    /// How many treatments held neither carbohydrate nor insulin nor a note, or no time.
    public let treatmentsWithoutAmount: Int
    /// How many rows of the sensor, of blood tests, of calibrations and of treatments there are.
    public let rowCount: Int
    /// How many of them were taken: ``rowCount`` without those that held nothing, that were withdrawn or
    /// that repeat another.
    public let acceptedCount: Int
    /// How many readings, of the sensor or the meter, are not in the series because another of the same
    /// kind is at their instant, or because a calibration repeats a blood test.
    public let duplicateReadings: Int
    /// How many of ``duplicateReadings`` have another concentration than the reading of their instant that
    /// was kept, which is the last in the file.
    public let conflictingReadings: Int
    /// How many blood tests somebody withdrew.
    public let withdrawnReadings: Int

    /// The readings that count in statistics.
    public var countedSeries: GlucoseSeries {
      guard !excluded.isEmpty else { return series }
      // What was in a series may be in one again, so there is nothing to throw.
      return (try? GlucoseSeries(series.filter { !excluded.contains($0.time) })) ?? series
    }

    /// Reads the file at `path`; events are said to have been logged in `zone`, of which xDrip keeps
    /// no record.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/notALogbook`` if the file is no database
    ///   of xDrip, ``LogbookError/Reason/inaccessible`` or ``LogbookError/Reason/damaged``.
    public init(at path: String, in zone: TimeZone) throws(LogbookError) {
      self = try LogbookError.locating(path) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(
          path: try LogbookFile.readable(path), configuration: configuration)
        return try queue.read { try Self(reading: $0, in: zone) }
      }
    }

    private init(reading db: Database, in zone: TimeZone) throws {
      guard try db.tableExists("BgReadings") else { throw LogbookError(.notALogbook) }
      var sensor = Collector()
      let columns = try Self.columns(of: "BgReadings", db)
      let value =
        columns.contains("dg_mgdl")
        ? "CASE WHEN dg_mgdl > 0 THEN dg_mgdl ELSE calculated_value END" : "calculated_value"
      let isIgnored = columns.contains("snyced") ? "COALESCE(snyced, 0)" : "0"
      let rows = try Row.fetchCursor(
        db, sql: "SELECT timestamp, \(value), \(isIgnored) FROM BgReadings ORDER BY timestamp")
      while let row = try rows.next() {
        sensor.take(
          milliseconds: number(row, 0), value: number(row, 1), excluded: number(row, 2) ?? 0 != 0)
      }
      let readings = try ValidatedReadings(sensor.readings)
      series = readings.series
      excluded = sensor.excluded

      let drops = try Self.drops(db)
      let tested = try ValidatedReadings(drops.readings)
      meter = tested.series
      conflictingReadings = readings.conflictCount + tested.conflictCount
      unusableReadings = sensor.unusable + drops.unusable
      withdrawnReadings = drops.withdrawn
      duplicateReadings =
        sensor.readings.count + drops.readings.count + drops.repeated - series.count - meter.count

      let (events, count, without) = try Self.events(db, in: zone)
      self.events = events
      treatmentsWithoutAmount = without
      rowCount = sensor.rows + drops.rows + count
      acceptedCount = series.count + meter.count + count - without
    }

    private static func columns(of table: String, _ db: Database) throws -> Set<String> {
      guard try db.tableExists(table) else { return [] }
      return try Set(db.columns(in: table).map(\.name))
    }

    /// Readings as they come, without those that say nothing.
    private struct Collector {
      var readings: [Reading] = []
      var excluded: Set<Date> = []
      var rows = 0
      var unusable = 0
      var withdrawn = 0
      var repeated = 0

      mutating func take(milliseconds: Double?, value: Double?, excluded isExcluded: Bool = false) {
        rows += 1
        // Below are codes; above is no glucose in any file.
        guard let milliseconds, let value, 13...1000 ~= value, XDripFile.times ~= milliseconds
        else {
          unusable += 1
          return
        }
        let time = Date(milliseconds: milliseconds)
        var flags: ReadingFlags = []
        if value < 40 { flags = .belowDeviceLimit }
        if value >= 400 { flags = .aboveDeviceLimit }
        readings.append(Reading(time: time, glucose: .mgdL(value), flags: flags))
        if isExcluded { excluded.insert(time) } else { excluded.remove(time) }
      }
    }

    /// Milliseconds since 1970 that may be meant: up to the year 2300.
    fileprivate static let times = 0.0...10_413_792_000_000

    /// Blood tests, and calibrations unless they are of a drop that was tested.
    private static func drops(_ db: Database) throws -> Collector {
      var drops = Collector()
      let tests = try addBloodTests(db, to: &drops)
      try addCalibrations(db, unlessIn: tests, to: &drops)
      return drops
    }

    /// Adds the blood tests, and returns their times in milliseconds by their value in whole mg/dL.
    private static func addBloodTests(
      _ db: Database, to drops: inout Collector
    ) throws -> [Double: [Double]] {
      let columns = try columns(of: "BloodTest", db)
      guard !columns.isEmpty else { return [:] }
      let sql =
        columns.contains("state")
        ? "SELECT timestamp, mgdl, state FROM BloodTest ORDER BY timestamp"
        : "SELECT timestamp, mgdl, 0 FROM BloodTest ORDER BY timestamp"
      var found: [(time: Double, value: Double)] = []
      for row in try Row.fetchAll(db, sql: sql) {
        // A test that was undone or written over keeps its row.
        if isWithdrawn(number(row, 2)) {
          drops.rows += 1
          drops.withdrawn += 1
        } else {
          let (time, value) = (number(row, 0), number(row, 1))
          drops.take(milliseconds: time, value: value)
          if let time, let value { found.append((time, value.rounded())) }
        }
      }
      return Dictionary(grouping: found, by: \.value).mapValues { $0.map(\.time) }
    }

    /// Whether the state of a blood test has one of the bits of tests that do not count.
    private static func isWithdrawn(_ state: Double?) -> Bool {
      (state.flatMap { Int64(exactly: $0) } ?? 0) & 0b11000 != 0
    }

    /// Adds the calibrations that no blood test within a quarter of an hour has the value of.
    private static func addCalibrations(
      _ db: Database, unlessIn tests: [Double: [Double]], to drops: inout Collector
    ) throws {
      guard try db.tableExists("Calibration") else { return }
      let rows = try Row.fetchAll(
        db, sql: "SELECT timestamp, bg FROM Calibration ORDER BY timestamp")
      for row in rows {
        let (time, value) = (number(row, 0), number(row, 1))
        let same = value.flatMap { tests[$0.rounded()] } ?? []
        if let time, same.contains(where: { ($0 - time).magnitude <= 900_000 }) {
          drops.rows += 1
          drops.repeated += 1
        } else {
          drops.take(milliseconds: time, value: value)
        }
      }
    }

    private static func events(
      _ db: Database, in zone: TimeZone
    ) throws -> (events: [DiaryEvent], count: Int, without: Int) {
      let columns = try columns(of: "Treatments", db)
      guard !columns.isEmpty else { return ([], 0, 0) }
      var events: [DiaryEvent] = []
      var (count, without) = (0, 0)
      let insulins = columns.contains("insulinJSON") ? "insulinJSON" : "NULL"
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT timestamp, carbs, insulin, notes, uuid, \(insulins) FROM Treatments "
          + "ORDER BY timestamp")
      while let row = try rows.next() {
        count += 1
        let found = Self.events(
          milliseconds: number(row, 0), carbs: number(row, 1), units: number(row, 2),
          insulins: text(row, 5), note: text(row, 3), uuid: text(row, 4), in: zone)
        if found.isEmpty { without += 1 }
        events += found
      }
      return (events, count, without)
    }

    private static func events(
      milliseconds: Double?, carbs: Double?, units: Double?, insulins: String?, note: String?,
      uuid: String?, in zone: TimeZone
    ) -> [DiaryEvent] {
      guard let milliseconds, times ~= milliseconds else { return [] }
      let time = Date(milliseconds: milliseconds)
      let name = "xdrip:" + (uuid ?? String(Int64(milliseconds)))
      var kinds: [DiaryEvent.Content] = []
      if let carbs, carbs > 0, carbs < 100_000 { kinds.append(.meal(Meal(carbs: carbs))) }
      if let units, units > 0, units < 10_000 {
        kinds += Insulin.doses(insulins, of: units).map { .insulin($0) }
      }
      let note = note.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
      if kinds.isEmpty, note != nil {
        kinds.append(.condition(DiaryCondition(DiaryCondition.Kind(rawValue: "note"), until: time)))
      }
      var seen: [String: Int] = [:]
      return kinds.enumerated().map { index, kind in
        let category = kind.category.rawValue
        let turn = seen[category, default: 0]
        seen[category] = turn + 1
        return DiaryEvent(
          id: DiaryEvent.ID(rawValue: "\(name):\(category)" + (turn == 0 ? "" : ":\(turn + 1)")),
          at: time,
          in: zone, kind, note: index == 0 ? note : nil)
      }
    }

    /// A dose of one insulin, as xDrip writes those of a treatment.
    private struct Insulin: Decodable {
      var insulin: String?
      var units: Double?

      /// The doses that a treatment names; one of unknown action, if it names none or they do not add
      /// up to what was injected.
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

  /// The number in a column, or `nil` if a damaged or strange file has something else there.
  ///
  /// Not inlined: optimized into its callers, it stops the compiler of Swift 6.3.
  @inline(never)
  private func number(_ row: Row, _ column: Int) -> Double? {
    Double.fromDatabaseValue(row[column]).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text in a column, or `nil` if there is none.
  private func text(_ row: Row, _ column: Int) -> String? { String.fromDatabaseValue(row[column]) }

  extension Date {
    fileprivate init(milliseconds: Double) { self.init(timeIntervalSince1970: milliseconds / 1000) }
  }

  extension LogbookWriter {
    /// Adds what an xDrip database holds, as the sources "xDrip" and "xDrip meter". The events can be
    /// undone.
    ///
    /// - Returns: what became of the readings of the sensor and the meter together, and of the events.
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
        var readings = try batch.add(columns, from: "xDrip", kind: .sensor, replacing: false)
        let meter = try batch.add(file.meter, from: "xDrip meter", kind: .meter)
        readings.added += meter.added
        readings.unchanged += meter.unchanged
        readings.conflicting += meter.conflicting
        return (readings, try batch.add(file.events))
      }
    }
  }
#endif
