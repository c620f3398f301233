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
  enum Cell: Encodable {
    case missing
    case text(String)
    case number(Double)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .missing: try container.encodeNil()
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  private let schema: String
  private let choices: JSONObject
  private let columns: [String]
  private var rows: [[Cell]] = []

  /// Creates a table without rows of version 1 of a schema, such as "metrics".
  init(_ schema: String, _ choices: JSONObject, columns: [String]) {
    self.schema = schema
    self.choices = choices
    self.columns = columns
  }

  mutating func add(_ values: [(any TableValue)?]) {
    precondition(values.count == columns.count, "A row must have a cell for each column.")
    rows.append(values.map { $0?.cell ?? .missing })
  }

  /// The rows as CSV with a header. Numbers have all digits; a missing one is empty.
  var csv: String {
    ([columns.joined(separator: ",")]
      + rows.map { row in
        row.map {
          switch $0 {
          case .missing: ""
          case .text(let text): Self.quoted(text)
          case .number(let number): Int(exactly: number).map(String.init) ?? number.description
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
    JSONObject(
      schema: schema, choices.adding("rows", rows.map { Dictionary(zip(columns, $0)) { $1 } }))
  }
}

protocol TableValue { var cell: DataTable.Cell { get } }

extension String: TableValue {
  var cell: DataTable.Cell { .text(self) }
}

extension Double: TableValue {
  var cell: DataTable.Cell { .number(self) }
}

extension Int: TableValue {
  var cell: DataTable.Cell { .number(Double(self)) }
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
    func cell(_ edge: Glucose?) -> DataTable.Cell {
      edge.map { .number(($0.value(in: unit) * 1e6).rounded() / 1e6) } ?? .missing
    }
    return [
      "unit": unit.rawValue, "veryLow": cell(veryLow), "low": cell(low), "high": cell(high),
      "veryHigh": cell(veryHigh),
    ]
  }
}
