package import Foundation

/// A value of a reference file.
package indirect enum GoldenValue: Decodable {
  case number(Double)
  case text(String)
  case flag(Bool)
  case list([GoldenValue])
  case table([String: GoldenValue])
  case missing

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .missing
    } else if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = value == "NaN" ? .missing : .text(value)
    } else if let value = try? container.decode([GoldenValue].self) {
      self = .list(value)
    } else {
      self = .table(try container.decode([String: GoldenValue].self))
    }
  }

  package subscript(key: String) -> GoldenValue {
    if case .table(let table) = self { table[key] ?? .missing } else { .missing }
  }

  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  package var list: [GoldenValue] { if case .list(let value) = self { value } else { [] } }
  package var keys: [String] {
    if case .table(let table) = self { table.keys.sorted() } else { [] }
  }
  package var isMissing: Bool { if case .missing = self { true } else { false } }

  package static func read(_ url: URL) throws -> GoldenValue {
    try JSONDecoder().decode(GoldenValue.self, from: Data(contentsOf: url))
  }
}

/// Where the reference values that may not enter the repository lie, beside the data sets.
package let goldenFolder = Datasets.folder(beside: "golden")

/// What a comparison found: each number by name, ours and the reference's.
package struct Comparison {
  package private(set) var comparedCount = 0
  package private(set) var failures: [String] = []
  package var leftOut: [String: Int] = [:]

  package init() {}

  /// Compares one number; absent here and NA there agree.
  package mutating func compare(
    _ name: String, _ ours: Double?, _ theirs: GoldenValue, tolerance: Double = 1e-10
  ) {
    comparedCount += 1
    guard let expected = theirs.number else {
      if ours != nil { failures.append("\(name): \(ours ?? .nan), reference NA") }
      return
    }
    guard let ours else {
      failures.append("\(name): none, reference \(expected)")
      return
    }
    if Swift.abs(ours - expected) > tolerance * Swift.max(Swift.abs(expected), 1e-300) {
      failures.append("\(name): \(ours), reference \(expected)")
    }
  }

  package mutating func compare(_ name: String, text ours: String, _ theirs: GoldenValue) {
    comparedCount += 1
    if theirs.text != ours { failures.append("\(name): \(ours), reference \(theirs)") }
  }
}

/// An instant as iglu prints it, in a fixed zone.
package func clockText(_ time: Date, secondsFromGMT: Double = 0) -> String {
  let text = Date(
    timeIntervalSinceReferenceDate: time.timeIntervalSinceReferenceDate + secondsFromGMT
  )
  .formatted(.iso8601)
  return String(text.dropLast()).replacingOccurrences(of: "T", with: " ")
}
