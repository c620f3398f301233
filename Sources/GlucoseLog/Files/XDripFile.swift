// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Diary
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  /// What the database that xDrip exports holds of readings and events.
  ///
  ///     let file = try XDripFile(at: path, in: oslo)
  ///     try log.add(file)
  ///
  /// The file is only read. Sensor values come from `dg_mgdl` where it is set, else from
  /// `calculated_value`; below 40 mg/dL xDrip shows "LOW" and from 400 mg/dL "HIGH", which become
  /// flags. Values up to 13 are a sensor's error codes and are counted, not taken. What xDrip leaves
  /// out of statistics is excluded.
  public struct XDripFile: Hashable, Sendable {
    /// The readings of the sensor.
    public let series: GlucoseSeries
    /// Those of them that xDrip leaves out of statistics.
    public let excluded: Set<Date>
    /// The readings of the meter.
    public let meter: GlucoseSeries
    /// Meals and doses; the identifiers are xDrip's, so that reading the file again yields the same.
    public let events: [Event]
    /// How many rows of readings held no value, such as an error code of the sensor.
    public let unusableReadings: Int
    /// How many treatments held neither carbohydrate nor insulin, such as a mere note.
    public let treatmentsWithoutAmount: Int

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
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        return try queue.read { try Self(reading: $0, in: zone) }
      }
    }

    private init(reading db: Database, in zone: TimeZone) throws {
      guard try db.tableExists("BgReadings") else { throw LogbookError(.notALogbook) }
      var sensor = Collector()
      let columns = try Set(db.columns(in: "BgReadings").map(\.name))
      let value =
        columns.contains("dg_mgdl")
        ? "CASE WHEN dg_mgdl > 0 THEN dg_mgdl ELSE calculated_value END" : "calculated_value"
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT timestamp, \(value), COALESCE(snyced, 0) FROM BgReadings ORDER BY timestamp")
      while let row = try rows.next() {
        sensor.take(milliseconds: row[0], value: row[1], excluded: row[2])
      }
      series = try GlucoseSeries(sensor.readings)
      excluded = sensor.excluded

      var drops = Collector()
      if try db.tableExists("BloodTest") {
        for row in try Row.fetchAll(db, sql: "SELECT timestamp, mgdl FROM BloodTest") {
          drops.take(milliseconds: row[0], value: row[1], excluded: false)
        }
      }
      meter = try GlucoseSeries(drops.readings)
      unusableReadings = sensor.unusable + drops.unusable

      var events: [Event] = []
      var without = 0
      if try db.tableExists("Treatments") {
        // Only later versions tell which insulin a dose was of.
        let names = try Set(db.columns(in: "Treatments").map(\.name)).contains("insulinJSON")
        let rows = try Row.fetchAll(
          db,
          sql: "SELECT timestamp, carbs, insulin, notes, uuid, \(names ? "insulinJSON" : "NULL") "
            + "FROM Treatments ORDER BY timestamp")
        for row in rows {
          let found = Self.events(
            milliseconds: row[0], carbs: row[1], units: row[2], note: row[3], uuid: row[4],
            injections: row[5], in: zone)
          if found.isEmpty { without += 1 }
          events += found
        }
      }
      self.events = events
      treatmentsWithoutAmount = without
    }

    /// Readings as they come, without those that say nothing.
    private struct Collector {
      var readings: [Reading] = []
      var excluded: Set<Date> = []
      var unusable = 0

      mutating func take(milliseconds: Double?, value: Double?, excluded isExcluded: Bool) {
        guard let milliseconds, let value, value > 13, value.isFinite else {
          unusable += 1
          return
        }
        let time = Date(milliseconds: milliseconds)
        var flags: ReadingFlags = []
        if value < 40 { flags = .belowRange }
        if value >= 400 { flags = .aboveRange }
        readings.append(Reading(time: time, glucose: .mgdL(value), flags: flags))
        if isExcluded { excluded.insert(time) } else { excluded.remove(time) }
      }
    }

    private static func events(
      milliseconds: Double?, carbs: Double?, units: Double?, note: String?, uuid: String?,
      injections: String?, in zone: TimeZone
    ) -> [Event] {
      guard let milliseconds else { return [] }
      let time = Date(milliseconds: milliseconds)
      let name = "xdrip:" + (uuid ?? String(Int64(milliseconds)))
      var kinds: [EventKind] = []
      if let carbs, carbs > 0, carbs.isFinite { kinds.append(.meal(Meal(carbs: carbs))) }
      if let units, units > 0, units.isFinite {
        kinds += doses(units, injections).map { .insulin($0) }
      }
      let note = note.flatMap { $0.isEmpty ? nil : $0 }
      var seen: Set<String> = []
      return kinds.enumerated().map { index, kind in
        var id = "\(name):\(kind.category.rawValue)"
        if case .insulin(let dose) = kind, !seen.insert(id).inserted {
          id += ":\(dose.action?.rawValue ?? "unspecified")"
        }
        return Event(
          id: EventID(rawValue: id), at: time, in: zone, kind, note: index == 0 ? note : nil)
      }
    }

    /// A dose of so many units, or one for each insulin where the list of injections, which is JSON,
    /// amounts to it.
    private static func doses(_ units: Double, _ injections: String?) -> [InsulinDose] {
      struct Injection: Decodable {
        var insulin: String?
        var units: Double
      }
      let whole = [InsulinDose(units: units)]
      guard let injections,
        let list = try? JSONDecoder().decode([Injection].self, from: Data(injections.utf8)),
        list.allSatisfy({ $0.units >= 0 }),
        (list.map(\.units).decimalSum - units).magnitude < 1e-6
      else { return whole }
      var doses: [InsulinDose] = []
      for injection in list where injection.units > 0 {
        let action = injection.insulin.flatMap(InsulinDose.Action.init(naming:))
        if let same = doses.firstIndex(where: { $0.action == action }) {
          doses[same].units = [doses[same].units, injection.units].decimalSum
        } else {
          doses.append(InsulinDose(units: injection.units, action: action))
        }
      }
      if doses.count == 1 { doses[0].units = units }
      return doses.isEmpty ? whole : doses
    }
  }

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
      readings: LogbookIntake, events: LogbookIntake
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
        readings.kept += meter.kept
        return (readings, try batch.add(file.events))
      }
    }
  }
#endif
