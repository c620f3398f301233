#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  /// The options for a table for other programs instead of one for the terminal.
  struct TableFormat: ParsableArguments {
    @Flag(help: "Print CSV.")
    var csv = false
    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
      guard !(csv && json) else { throw ValidationError("Choose one of --csv and --json.") }
    }

    /// Prints the table for other programs, or the text if none is requested.
    func print(_ text: @autoclosure () -> String, or table: @autoclosure () -> DataTable) throws {
      try OutputOptions.print(csv ? table().csv : json ? jsonText(table()) : text())
    }
  }

  /// A table for other programs, as CSV or as JSON with the same names and numbers.
  struct DataTable {
    /// A field of a row. A missing one is null in JSON.
    enum Cell: Encodable {
      case missing
      case text(String)
      case number(Double)

      init(_ number: Double?) { self = number.map { .number($0) } ?? .missing }
      init(_ text: String?) { self = text.map { .text($0) } ?? .missing }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .missing: try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
      }
    }

    let schema: String
    /// The version of the columns, which increases when a column is removed or its meaning changes.
    let version: Int
    let choices: Choices
    let columns: [String]
    private(set) var rows: [[Cell]] = []

    init(_ schema: String, version: Int, _ choices: Choices, columns: [String]) {
      self.schema = schema
      self.version = version
      self.choices = choices
      self.columns = columns
    }

    mutating func add(_ cells: [Cell]) {
      precondition(cells.count == columns.count, "A row must have a cell for each column.")
      rows.append(cells)
    }

    /// The rows as CSV with a header. Numbers have all digits; a missing one is empty.
    var csv: String {
      ([columns.joined(separator: ",")]
        + rows.map { row in
          row.map {
            switch $0 {
            case .missing: ""
            case .text(let text): Self.quoted(text)
            case .number(let number): Self.digits(number)
            }
          }.joined(separator: ",")
        }).joined(separator: "\n")
    }

    /// Returns the number with all digits, and without a decimal point if it is whole.
    private static func digits(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? value.description
    }

    private static func quoted(_ field: String) -> String {
      guard field.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return field }
      return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
  }

  extension DataTable {
    struct Choices: Encodable {
      /// The name of the bands, or `nil` if no number depends on them.
      let bands: String?
      /// The edges of the bands, for each unit of the files.
      let edges: [Edges]?
      /// The convention, or `nil` if there is no choice.
      var convention: String?
      /// The time zone of the days, or `nil` if the recordings have different ones.
      let zone: String?
      /// The hours of the night, such as "00:00-06:00".
      var night: String?
      let unit = GlucoseUnit.mgdL.rawValue

      /// Creates the choices of a table; without bands if `presentation` is `nil`.
      init(_ sources: [InputOptions.Source], _ presentation: PresentationOptions? = nil) {
        bands = presentation?.bands.rawValue
        edges = presentation.map { presentation in
          Set(sources.map { presentation.bands(for: $0) }).map(Edges.init)
            .sorted { $0.unit < $1.unit }
        }
        let zones = Set(sources.map(\.zone.identifier))
        zone = zones.count == 1 ? zones.first : nil
      }
    }

    /// The edges of range bands in the unit in which they are exact. An edge that the bands do not
    /// have is null.
    struct Edges: Encodable {
      let unit: String
      let veryLow, low, high, veryHigh: Cell

      init(_ bands: RangeBands) {
        let unit = bands.unit
        func cell(_ edge: Glucose?) -> Cell {
          Cell(edge.map { ($0.value(in: unit) * 1e6).rounded() / 1e6 })
        }
        self.unit = unit.rawValue
        (veryLow, low) = (cell(bands.veryLow), cell(bands.low))
        (high, veryHigh) = (cell(bands.high), cell(bands.veryHigh))
      }
    }
  }

  extension DataTable: Encodable {
    private enum CodingKeys: String, CodingKey { case schema, version, rows }

    /// Encodes the schema, its version, the choices, and an object for each row, with the names of
    /// the columns as keys. An undefined value is null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("swift-glucose/" + schema, forKey: .schema)
      try container.encode(version, forKey: .version)
      try choices.encode(to: encoder)
      try container.encode(
        rows.map { Dictionary(zip(columns, $0)) { $1 } }, forKey: .rows)
    }
  }
#endif
