// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// An event of the OhioT1DM data set, from the scanner's current start tag.
struct OhioT1DMEvent {
  private let scanner: XMLScanner

  init(_ scanner: XMLScanner) { self.scanner = scanner }

  /// Returns a filled attribute; spaces mean that nothing was entered.
  func text(_ name: StaticString) -> String? { scanner.filledValue(scanner.attribute(name)) }

  /// The description; without it, the type.
  var description: String? { text("description") ?? text("type") }

  /// Returns an amount that is not negative.
  func amount(_ name: StaticString) throws(RecordRejection) -> Double {
    let text = try filled(name)
    return try RecordNumber.amount(
      scanner.number(scanner.attribute(name)), TableCursor.excerpt(text))
  }

  /// Returns the concentration.
  func glucose() throws(RecordRejection) -> Double {
    let text = try filled("value")
    return try RecordNumber.concentration(
      scanner.number(scanner.attribute("value")), TableCursor.excerpt(text))
  }

  private func filled(_ name: StaticString) throws(RecordRejection) -> String {
    guard let text = text(name) else { throw RecordRejection(.missingNumber, "") }
    return text
  }

  /// The intensity, from the person's own scale of 1 to 10 in three steps.
  var intensity: Exercise.Intensity? {
    guard let number = scanner.number(scanner.attribute("intensity")) else { return nil }
    return switch number {
    case 1..<4: .light
    case 4..<7: .moderate
    case 7...10: .vigorous
    default: nil
    }
  }

  /// Returns the beginning, or the end if it is earlier, and its text.
  func start() throws(RecordRejection) -> (WrittenTime, String) {
    guard let (begin, text) = try time(["ts", "ts_begin", "tbegin"]) else {
      throw RecordRejection(.missingTime, "")
    }
    if let (end, endText) = try? time(["ts_end", "tend"]),
      let from = begin.local(.dayFirst), let to = end.local(.dayFirst), to < from
    {
      return (end, endText)
    }
    return (begin, text)
  }

  /// The number of seconds between the beginning and the end; 0 if there is no end.
  var length: Double {
    guard let begin = try? time(["ts", "ts_begin", "tbegin"])?.0.local(.dayFirst),
      let end = try? time(["ts_end", "tend"])?.0.local(.dayFirst)
    else { return 0 }
    return (end - begin).magnitude
  }

  /// Returns the time in the first filled attribute of these.
  private func time(_ names: [StaticString]) throws(RecordRejection) -> (WrittenTime, String)? {
    for name in names {
      guard let attribute = scanner.attribute(name), let text = text(name) else { continue }
      guard var stamp = scanner.stamp(attribute), stamp.form == .yearLast else {
        throw RecordRejection(.unreadableTime, TableCursor.excerpt(text))
      }
      // The format has a single order of dates, so nothing must be inferred.
      stamp.form = .dotted
      guard stamp.local(.dayFirst) != nil else {
        throw RecordRejection(.unreadableTime, TableCursor.excerpt(text))
      }
      return (stamp, text)
    }
    return nil
  }
}
