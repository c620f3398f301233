import ArgumentParser
import Foundation
import GlucoseStudy

/// The options for a table for other programs instead of one for the terminal.
struct TableFormat: ParsableArguments {
  @Flag(help: "Print CSV.")
  var csv = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try require(!(csv && json), "Choose one of --csv and --json.") }

  /// Prints the table for other programs, or the text if none is requested.
  func print(_ text: @autoclosure () -> String, or table: @autoclosure () -> DataTable) throws {
    try OutputOptions.print(csv ? table().csv : json ? jsonText(table().json) : text())
  }
}

/// A table for other programs, as CSV or as JSON with the same names and numbers.
struct DataTable {
  private let schema: String
  private let choices: JSONObject
  private let columns: [String]
  private var rows: [[(any Encodable)?]] = []

  /// Creates a table without rows of version 1 of a schema, such as "metrics".
  init(_ schema: String, _ choices: JSONObject, columns: [String]) {
    self.schema = schema
    self.choices = choices
    self.columns = columns
  }

  mutating func add(_ values: [(any Encodable)?]) {
    precondition(values.count == columns.count, "A row must have a cell for each column.")
    rows.append(values)
  }

  /// The rows as CSV with a header. Numbers have all digits; a missing one is empty.
  var csv: String {
    ([columns.joined(separator: ",")]
      + rows.map { row in
        row.map {
          switch $0 {
          case let text as String: Self.quoted(text)
          case let number as Double: Int(exactly: number).map(String.init) ?? number.description
          case let count as Int: String(count)
          default: ""
          }
        }.joined(separator: ",")
      }).joined(separator: "\n")
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// The choices, and an object for each row with the names of the columns as keys.
  var json: JSONObject {
    let rows = rows.map { JSONObject(Array(zip(columns, $0))).withNulls }
    return JSONObject(schema: schema, choices.adding(["rows": rows]))
  }
}

extension JSONObject {
  /// Creates the choices of a table; without a time zone if the recordings have different ones.
  init(
    choicesFor sources: [InputOptions.Source], _ presentation: PresentationOptions? = nil,
    convention: MetricConvention? = nil, night: NightOptions? = nil
  ) {
    let zones = Set(sources.map(\.zone.identifier))
    self = [
      "bands": presentation?.bands.rawValue,
      "edges": presentation.map { presentation in
        Set(sources.map { presentation.bands(for: $0) })
          .sorted { $0.unit.rawValue < $1.unit.rawValue }.map(\.edges)
      }, "convention": convention?.description, "zone": zones.count == 1 ? zones.first : nil,
      "night": night?.text,
    ]
  }
}

extension RangeBands {
  /// The edges in the unit in which they are exact. One that the bands do not have is null.
  var edges: JSONObject {
    func number(_ edge: Glucose) -> Double { (edge.value(in: unit) * 1e6).rounded() / 1e6 }
    let edges: JSONObject = [
      "unit": unit.rawValue, "veryLow": veryLow.map(number), "low": number(low),
      "high": number(high), "veryHigh": veryHigh.map(number),
    ]
    return edges.withNulls
  }
}
