package import GlucoseTestSupport
internal import Prediction

/// Changes to the content of a stored value: numbers at their extremes, missing and doubled fields,
/// lists that are too long or too short, and values of another type.
package struct ContentMutation<Generator: RandomNumberGenerator> {
  package var generator: Generator

  package init(generator: Generator) { self.generator = generator }

  private static var numbers: [Double] {
    [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 0, -0.0, 1, -1, 1e-12, 999_999, 1e9, -1e9, 1e25, 0x1p50, 0x1p63,
    ]
  }
  private static var wholes: [Int64] {
    [
      .max, .min, 0, 1, -1, 2, 63, 64, 65, 4096, 1 << 31, 1 << 50, 1 << 50 + 1, 1 << 62,
      .max / 2 + 1, .max - 1,
    ]
  }
  private static var texts: [String] {
    [
      "", "lags", "products", "day", "kernel", "squared", "absolute", "GMT", "Nowhere/Land",
      "\u{0}",
    ]
  }

  /// Returns the content with one change at a random position.
  package mutating func changed(_ value: StoredContent) -> StoredContent {
    if Int.random(in: 0..<40, using: &generator) == 0 { return other() }
    switch value {
    case .absent: return other()
    case .flag(let flag): return .flag(!flag)
    case .whole: return .whole(pick(Self.wholes))
    case .number: return .number(pick(Self.numbers))
    case .text: return .text(pick(Self.texts))
    case .numbers(let numbers): return .numbers(changed(numbers))
    case .list(var items):
      guard !items.isEmpty, Int.random(in: 0..<6, using: &generator) > 0 else {
        return .list(resized(items))
      }
      let place = Int.random(in: items.indices, using: &generator)
      items[place] = changed(items[place])
      return .list(items)
    case .record(var fields):
      guard let key = fields.keys.sorted().randomElement(using: &generator) else { return other() }
      if Int.random(in: 0..<12, using: &generator) == 0 {
        fields[key] = nil
      } else {
        fields[key] = changed(fields[key] ?? .absent)
      }
      return .record(fields)
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func other() -> StoredContent {
    pick([
      .absent, .flag(true), .whole(pick(Self.wholes)), .number(pick(Self.numbers)),
      .text(pick(Self.texts)), .list([]), .record([:]), .numbers([0, pick(Self.numbers)]),
    ])
  }

  private mutating func resized<Item>(_ items: [Item]) -> [Item] {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Array(items.dropLast())
    case 1: items + items.suffix(1)
    case 2: items + items
    default: []
    }
  }

  private mutating func changed(_ numbers: [Double]) -> [Double] {
    guard !numbers.isEmpty, Int.random(in: 0..<8, using: &generator) > 0 else {
      return resized(numbers)
    }
    var numbers = numbers
    let extreme = pick(Self.numbers)
    if Int.random(in: 0..<6, using: &generator) == 0 {
      return numbers.map { _ in extreme }
    }
    let place = Int.random(in: numbers.indices, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: numbers[place] = extreme
    case 1: numbers[place] *= extreme
    default: numbers.swapAt(place, Int.random(in: numbers.indices, using: &generator))
    }
    return numbers
  }
}

/// A value that differs from itself after it was encoded and decoded.
private struct UnstableCoding: Error {}

extension ContentMutation {
  /// Returns the numbers of changes of a value that were decoded and that were rejected.
  ///
  /// - Parameter use: A closure that uses a decoded value.
  /// - Throws: An error if a decoded value does not equal itself, encoded and decoded again.
  package static func outcomes<Value: Codable & Equatable>(
    ofChanging original: Value, count: Int, seed: UInt64, _ use: (Value) -> Void
  ) throws -> (accepted: Int, refused: Int) where Generator == SeededGenerator {
    var mutation = ContentMutation(generator: SeededGenerator(seed: seed))
    let content = try StoredContent(of: original)
    var outcomes = (accepted: 0, refused: 0)
    for _ in 0..<count {
      var changed = mutation.changed(content)
      if Bool.random(using: &mutation.generator) { changed = mutation.changed(changed) }
      do {
        let value = try changed.decoded(as: Value.self)
        outcomes.accepted += 1
        let again = try StoredContent(of: value).decoded(as: Value.self)
        guard again == value else { throw UnstableCoding() }
        use(value)
      } catch is DecodingError {
        outcomes.refused += 1
      } catch is StoredModelError {
        outcomes.refused += 1
      }
    }
    return outcomes
  }
}
