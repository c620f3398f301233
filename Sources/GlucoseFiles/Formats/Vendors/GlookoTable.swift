// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// One table of a Glooko export: sensor readings, meter readings, boluses or carbohydrate.
///
/// Two pairs of a name and a value stand above the header. The times are the wall clock's, whatever
/// other programs make of them.
struct GlookoTable: TableFormat {
  var format: FileFormat { .glooko }
  let layout: TableLayout
  private let roles: ColumnRoles
  /// Whether the rows are a pump's steady insulin, which is given per hour and not at a moment.
  private let isBasal: Bool

  init?(recognising head: TableHead) {
    let rows = head.rows.enumerated().filter { $0.element.contains { !$0.isEmpty } }.prefix(2)
    guard rows.count == 2, let title = rows.first?.element, let (row, cells) = rows.last,
      // "Name:…,Date Range:…", in whatever language.
      (1...4).contains(title.count), title.prefix(2).allSatisfy({ $0.contains(":") }),
      Self.looksLikeTitle(title), cells.count >= 2
    else { return nil }
    let header = cells.map { HeaderName($0) }
    func column(_ names: String...) -> Int? { header.firstIndex { names.contains($0.name) } }
    let time = column("timestamp") ?? 0
    let concentrations = header.indices.filter { header[$0].unit != nil }
    var roles = ColumnRoles(time: time)
    roles.insulin = column("insulin_delivered_u")
    roles.carbs = column("carbs_input_g", "carbs_g")
    roles.device = column("serial_number")
    roles.insulinType = column("insulin_type", "insulin_name", "medication", "name")
    // Only a pump's boluses have parts and a ratio; what was typed in may be of any insulin.
    let isBolus =
      column(
        "carbs_ratio", "initial_delivery_u", "extended_delivery_u", "blood_glucose_input") != nil
    roles.action = isBolus ? .rapid : nil
    isBasal = column("rate", "percentage") != nil && roles.insulin != nil
    if let sensor = column("cgm_glucose_value") {
      roles.sensor = sensor
    } else if let meter = column("glucose_value", "bg_value") {
      roles.meter = meter
    } else if concentrations.count == 1, cells.count == 3, roles.carbs == nil {
      // Translated, but the arrangement is that of the sensor's table.
      roles.sensor = concentrations[0]
    }
    guard [roles.sensor, roles.meter, roles.insulin, roles.carbs].contains(where: { $0 != nil })
    else { return nil }
    self.roles = roles
    let glucose = roles.sensor ?? roles.meter
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .structure("\"Name:\" and a range of dates above the header"),
      unit: glucose.flatMap { column in
        header[column].unit.map { Detected($0, .header(cells[column])) }
      }, conventions: Conventions(limits: .dexcom, metersMayBeSensors: true))
  }

  /// Whether the first two cells are a name and a range of dates: there are two dates in the second.
  private static func looksLikeTitle(_ title: [String]) -> Bool {
    let digits = title.dropFirst().first.map { $0.filter { "0"..."9" ~= $0 }.count } ?? 0
    return title.count == 1 || digits >= 8
  }

  func read(_ row: inout TableCursor, into intake: inout Intake) throws(Rejection) -> RowFate {
    if isBasal { return .skipped(.basalRate) }
    return try roles.read(&row, into: &intake)
  }
}
