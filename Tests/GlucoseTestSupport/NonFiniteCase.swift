import Foundation
public import Testing

/// A stored value whose numbers and times become NaN and infinite, as a property list can contain them.
public struct NonFiniteCase: Sendable, CustomTestStringConvertible {
  /// The type of the value.
  public let testDescription: String
  /// The types of the value and of its parts, with their modules, such as "DaySummary.DayPlot".
  public let types: Set<String>
  /// The number of stored values that were refused by a `DecodingError` and the number that were used.
  public let outcomes: @Sendable () throws -> (refused: Int, used: Int)

  /// Creates a case that calls `use` with each changed value that can be decoded.
  public init<Value: Codable & Sendable>(
    _ value: Value, use: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    testDescription = String(reflecting: Value.self)
    types = Self.types(in: value)
    outcomes = {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      // A property list begins with a list or a dictionary.
      let stored = try PropertyListSerialization.propertyList(
        from: encoder.encode([value]), format: nil)
      var outcomes = (refused: 0, used: 0)
      for path in Self.numbers(in: stored) {
        for number in [Double.nan, .infinity, -.infinity] {
          let changed = try PropertyListSerialization.data(
            fromPropertyList: Self.setting(path[...], of: stored, to: number), format: .binary,
            options: 0)
          do {
            for value in try PropertyListDecoder().decode([Value].self, from: changed) {
              try use(value)
            }
            outcomes.used += 1
          } catch is DecodingError {
            outcomes.refused += 1
          }
        }
      }
      return outcomes
    }
  }

  /// The decodable types of a module in the baseline of the interface that no case contains.
  public static func missing(from cases: [NonFiniteCase], of module: String) throws -> [String] {
    let found = cases.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    return try PackageFiles.text("api/baseline.txt").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 4, words[0] == module, words[3] == "Swift.Decodable" else { return nil }
      let name = words[0] + "." + words[1]
      return found.contains(String(name)) ? nil : String(words[1])
    }
  }

  private static func types(in value: Any) -> Set<String> {
    Mirror(reflecting: value).children.reduce([String(reflecting: type(of: value))]) {
      $0.union(types(in: $1.value))
    }
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// The places of numbers and times, of lists in their first and last element.
  private static func numbers(in value: Any) -> [[Step]] {
    if let members = value as? [String: Any] {
      return members.sorted { $0.key < $1.key }.flatMap { key, member in
        numbers(in: member).map { [.key(key)] + $0 }
      }
    }
    if let elements = value as? [Any] {
      return elements.indices.filter { [0, elements.count - 1].contains($0) }.flatMap { index in
        numbers(in: elements[index]).map { [.index(index)] + $0 }
      }
    }
    return value is Date || value is NSNumber ? [[]] : []
  }

  private static func setting(
    _ path: ArraySlice<Step>, of value: Any, to number: Double
  ) -> Any {
    switch path.first {
    case .key(let key):
      var members = value as? [String: Any] ?? [:]
      members[key] = members[key].map { setting(path.dropFirst(), of: $0, to: number) }
      return members
    case .index(let index):
      var elements = value as? [Any] ?? []
      elements[index] = setting(path.dropFirst(), of: elements[index], to: number)
      return elements
    case nil: return value is Date ? Date(timeIntervalSinceReferenceDate: number) : number
    }
  }
}
