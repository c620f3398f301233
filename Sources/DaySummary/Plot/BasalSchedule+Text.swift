// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
internal import GlucoseMath

extension BasalSchedule {
  /// The highest rate that text can have, in units per hour: that of the fastest pumps.
  private static let highestRate = 35.0

  /// Creates a schedule from text, or returns `nil` if it is not a list of times with their rates.
  ///
  ///     BasalSchedule("00:00 0.7; 06:00 1.1", style: .point)?.rates.count     // 2
  ///
  /// Blank text is an empty schedule. A rate is at most 35 units per hour. A number of another style is
  /// accepted where it can only be meant as one; see `DecimalStyle.adapting(_:)`.
  ///
  /// - Parameters:
  ///   - text: The rates, separated by semicolons.
  ///   - style: The style of the rates.
  public init?(_ text: String, style: DecimalStyle) {
    var rates: [Rate] = []
    for part in text.split(separator: ";") {
      let words = part.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 2, let start = ClockTime(words[0]),
        let rate = try? style.parse(style.adapting(String(words[1]))), rate <= Self.highestRate
      else { return nil }
      rates.append(Rate(from: start, unitsPerHour: rate))
    }
    self.init(rates)
  }

  /// Returns the rates as text for a form: "00:00 0.7; 06:00 1.1".
  public func text(style: DecimalStyle) -> String {
    rates.map { "\($0.start) \(style.format($0.unitsPerHour))" }.joined(separator: "; ")
  }
}
