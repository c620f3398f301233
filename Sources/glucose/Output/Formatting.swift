internal import GlucoseStudy

import Foundation

extension Int {
  func counted(_ one: String, _ several: String) -> String {
    "\(self) \(self == 1 ? one : several)"
  }
}

extension String {
  /// The words of a name in snake case.
  var inWords: String { replacing("_", with: " ") }
}

extension Percentage {
  var text: String { fraction.percentage }
}

extension Glucose {
  /// Returns the concentration as text; that of "Low" or "High" has a sign: "<40", ">400".
  func text(in unit: GlucoseUnit, _ flags: ReadingFlags) -> String {
    flags.limitSign + text(in: unit)
  }
}

extension Double {
  /// Returns the number, rounded half away from zero, with a decimal point in every locale.
  func formatted(places: Int) -> String { decimalText(places: places) ?? description }
}

/// Returns `value` as JSON with sorted keys, those of properties in snake case, and ISO 8601
/// instants, so that equal values result in equal text.
func jsonText(
  _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase,
  isIndented: Bool = true
) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
  encoder.keyEncodingStrategy = keys
  encoder.dateEncodingStrategy = .iso8601
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
