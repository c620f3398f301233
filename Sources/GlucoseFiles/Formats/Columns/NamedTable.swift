// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An export that is recognized by the names of its columns, which are the same in every file.
struct NamedTable: TableFormat {
  let format: FileFormat
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles

  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      let cells = head.rows[row]
      // The names in an export of Samsung Health may begin with that of the table.
      let header = header.map { $0.without(prefix: "com_samsung_health_blood_glucose_") }
      let names = header.map(\.name)
      for known in Self.known where known.matches(names) {
        guard let roles = known.roles(Header(names: header)) else { continue }
        self.roles = roles
        format = known.format
        let glucose = roles.sensor ?? roles.meter
        let unit: DetectedValue<GlucoseUnit>? =
          if let unit = known.onlyUnit {
            DetectedValue(unit, .structure("the only unit of \(known.format)"))
          } else {
            glucose.flatMap { column in
              header[column].unit.map { DetectedValue($0, .header(cells[column])) }
            }
          }
        layout = TableLayout(
          headerRow: row, columnCount: cells.count,
          evidence: .header(known.names.joined(separator: ", ")), unit: unit,
          conventions: FormatDefaults(limits: .dexcom, metersMayBeSensors: roles.sensor == nil))
        return
      }
    }
    return nil
  }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  func read(_ row: inout TableCursor, into collector: inout RowCollector) throws(Rejection)
    -> RowDisposition
  {
    try roles.read(&row, into: &collector)
  }

  /// The names of a header, for lookup of columns.
  private struct Header {
    var names: [HeaderName]

    subscript(name: String) -> Int? { names.firstIndex { $0.name == name } }

    /// Returns the column with a name and a unit.
    func column(_ name: String, in unit: GlucoseUnit) -> Int? {
      names.firstIndex { $0.name == name && $0.unit == unit }
    }
  }

  private struct Known: Sendable {
    var format: FileFormat
    /// The names, without units, that occur together in no other format.
    var names: [String]
    var onlyUnit: GlucoseUnit?
    /// A Boolean value that indicates whether a name may be followed by an explanation.
    var mayBeExplained = false
    var roles: @Sendable (Header) -> ColumnRoles?

    func matches(_ header: [String]) -> Bool {
      names.allSatisfy { name in
        header.contains { $0 == name || mayBeExplained && $0.hasPrefix(name + "_") }
      }
    }
  }

  /// Returns the roles of the columns of Contour Diabetes, whose values are all of a meter.
  private static func contour(
    _ header: Header, time: String, values: [String], note: String
  ) -> ColumnRoles? {
    guard let time = header[time], let meter = values.lazy.compactMap({ header[$0] }).first else {
      return nil
    }
    var roles = ColumnRoles(time: time)
    roles.meter = meter
    roles.carbs = header["meal_g"]
    roles.note = header[note]
    return roles
  }

  private static let known = [
    Known(format: .contour, names: ["date_and_time", "meal_marker"]) { header in
      contour(header, time: "date_and_time", values: ["readings", "bgvalue"], note: "notes")
    },
    Known(format: .contour, names: ["datum_und_zeit", "mahlzeit_markierung"]) { header in
      contour(header, time: "datum_und_zeit", values: ["messungen"], note: "notizen")
    },
    Known(
      format: .samsungHealth, names: ["start_time", "time_offset", "glucose"], onlyUnit: .mmolL
    ) { header in
      guard let time = header["start_time"] else { return nil }
      // In UTC, whatever the offset beside it.
      var roles = ColumnRoles(time: time)
      roles.isUTC = true
      roles.meter = header["glucose"]
      roles.note = header["comment"]
      return roles
    },
    Known(format: .xDrip, names: ["udt_cgms", "bg_level", "ch_gr"], onlyUnit: .mgdL) { header in
      guard let day = header["day"], let clock = header["time"] else { return nil }
      var roles = ColumnRoles(time: day, clock: clock)
      roles.sensor = header["udt_cgms"]
      roles.meter = header["bg_level"]
      roles.carbs = header["ch_gr"]
      roles.insulin = header["bolus"]
      roles.note = header["remark"]
      roles.noteLineEnd = "||"
      return roles
    },
    Known(format: .juggluco, names: ["sensorid", "nr", "unixtime"]) { header in
      guard let time = header["unixtime"] else { return nil }
      var roles = ColumnRoles(time: time)
      // The name of the glucose column is its unit.
      roles.sensor = header.names.firstIndex { $0.name.isEmpty && $0.unit != nil }
      roles.device = header["sensorid"]
      return roles.sensor == nil ? nil : roles
    },
    Known(format: .glucoseDirect, names: ["id", "timestamp", "glucose_in"]) { header in
      guard let time = header["timestamp"], let value = header.column("glucose_in", in: .mgdL),
        header.column("glucose_in", in: .mmolL) != nil
      else { return nil }
      var roles = ColumnRoles(time: time)
      roles.sensor = value
      return roles
    },
    Known(
      format: .yourLoops, names: ["timestamp", "timezoneoffset", "value", "units", "cgmmodel"]
    ) { header in
      guard let time = header["timestamp"] else { return nil }
      var roles = ColumnRoles(time: time)
      roles.isUTC = true
      roles.sensor = header["value"]
      roles.unit = header["units"]
      roles.device = header["cgmmodel"]
      return roles
    },
    // "Time of Glucose Reading [T=(local time) +/- (time zone offset)]"
    Known(
      format: .lingo, names: ["time_of_glucose_reading", "measurement"], mayBeExplained: true
    ) { header in
      guard
        let time = header.names.firstIndex(where: {
          $0.name.hasPrefix("time_of_glucose_reading")
        })
      else { return nil }
      var roles = ColumnRoles(time: time)
      roles.sensor = header.names.firstIndex { $0.name == "measurement" }
      return roles.sensor == nil ? nil : roles
    },
  ]
}
