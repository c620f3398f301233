package import GlucoseFoundation

extension Decoder {
  /// Throws `DecodingError.dataCorrupted` with a description unless a condition is true: decoding
  /// requires of the data what an initializer requires of its caller.
  package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: sentence()))
    }
  }
}

extension KeyedDecodingContainer {
  private func require(_ condition: Bool, _ key: Key, _ sentence: String) throws {
    guard condition else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: sentence)
    }
  }

  /// Decodes a number that must be finite. A property list can contain infinity and NaN, which no
  /// percentage, integer, or duration can represent.
  package func finiteNumber(forKey key: Key) throws -> Double {
    let number = try decode(Double.self, forKey: key)
    try require(number.isFinite, key, "A number must be finite")
    return number
  }

  /// Decodes a duration from a number of seconds, which must be within ±10¹⁵.
  package func duration(forKey key: Key) throws -> Duration {
    try duration(finiteNumber(forKey: key), key)
  }

  private func duration(_ seconds: Double, _ key: Key) throws -> Duration {
    try require(
      seconds.magnitude <= Duration.greatestSeconds, key, "A duration must be within ±1e15 seconds")
    return .seconds(seconds)
  }

  package func durationIfPresent(forKey key: Key) throws -> Duration? {
    try contains(key) && !decodeNil(forKey: key) ? duration(forKey: key) : nil
  }

  package func durations(forKey key: Key) throws -> [Duration] {
    try decode([Double].self, forKey: key).map { try duration($0, key) }
  }

  /// Decodes a time that must be within 30,000 years of 2001, as the days of a calendar are.
  package func calendarTime(forKey key: Key) throws -> Date {
    let time = try decode(Date.self, forKey: key)
    try require(time.isInCalendar, key, "A time must be within 30,000 years of 2001")
    return time
  }
}

extension KeyedEncodingContainer {
  /// Encodes a duration in seconds, limited to ±10¹⁵, which is decoded as the same duration.
  package mutating func encode(seconds duration: Duration, forKey key: Key) throws {
    try encode(duration.limited.exactSeconds, forKey: key)
  }

  package mutating func encode(seconds durations: [Duration], forKey key: Key) throws {
    try encode(durations.map(\.limited.exactSeconds), forKey: key)
  }

  package mutating func encodeIfPresent(seconds duration: Duration?, forKey key: Key) throws {
    if let duration { try encode(seconds: duration, forKey: key) }
  }
}

extension Date {
  /// A Boolean value that indicates whether the time is within 30,000 years of 2001.
  package var isInCalendar: Bool { abs(timeIntervalSinceReferenceDate) < 1e12 }
}
