public import Foundation
public import GlucoseMath

/// The recordings that every suite and its peers measure on.
///
/// They follow a closed formula, so that `peers/workload.py` makes the same ones: three waves a day,
/// a slow one over days, and noise from a hash, rounded to whole mg/dL and clipped to 40…400.
public enum Workload {
  /// The number of people of the standard cohort.
  public static let people = 100
  /// For how many days each of them was recorded.
  public static let days = 90
  /// The number of readings of a day.
  public static let readingsPerDay = 288

  /// The zone whose days the cohort lives.
  public static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  /// 2024-01-01 00:00 UTC, in seconds since the reference date.
  public static let start = 725_760_000.0

  /// One person's readings, every five minutes.
  public static func person(_ person: Int, days: Int = days) throws -> GlucoseSeries {
    let indices = 0..<(days * readingsPerDay)
    return try ValidatedReadings(
      times: indices.map { start + Double($0 * 300 + person) },
      values: indices.map { value(person, $0) }
    ).series
  }

  /// The standard cohort.
  public static func cohort() throws -> [GlucoseSeries] {
    try (0..<people).map { try person($0) }
  }

  static func value(_ person: Int, _ index: Int) -> Double {
    let i = Double(index)
    let p = Double(person)
    let day = 55 * sin(6 * Double.pi * i / 288 + p)
    let slow = 25 * sin(i / 811 + p)
    let value = (150 + day + slow + noise(person, index)).rounded(.toNearestOrEven)
    return min(max(value, 40), 400)
  }

  /// −15…15 from the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
  private static func noise(_ person: Int, _ index: Int) -> Double {
    var z = UInt64(person) << 32 &+ UInt64(index) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 11) / 9_007_199_254_740_992 * 30 - 15
  }
}
