// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Two sensors of a person whose readings alternate and disagree, so that the recording is of both
/// together.
///
/// They may also be one sensor: before and after its clock was set back, as on a journey, in two
/// files whose time zones differ, or in two programs of which one changes or delays the readings.
///
/// All their readings are kept. Statistics of readings count both; changes between adjacent
/// readings, and episodes, are those of neither sensor. A sensor that two programs uploaded is not
/// listed if they agree, and neither is a sensor that follows another.
public struct SimultaneousSensors: Equatable, Sendable, CustomStringConvertible {
  /// The identifier of the person, if the file has one.
  public var person: String?
  /// The names of the two devices, programs, or files, as far as they are stated.
  public var sources: [String]
  /// The number of readings of either that lie between two of the other and are above or below both
  /// by more than 3 mg/dL; at least 24, and a quarter of those that lie between two of the other.
  ///
  /// Of sensors that the file does not distinguish, in chronological order: the number of readings
  /// that are above or below both neighbors by more than 20 mg/dL and 15 %; at least 24, and a
  /// twentieth of all, which is more than those of one sensor.
  public var count: Int
  /// The instant of the first of these readings.
  public var start: Date

  /// The warning, as a sentence without its end.
  public var description: String {
    let names = sources.map { "\"\($0)\"" }.joined(separator: " and ")
    return (person.map { "\($0): " } ?? "")
      + "Two sensors, or one with two clocks or programs, recorded at the same time and disagree"
      + (names.isEmpty ? "" : ": \(names)")
      + "; \(count) readings differ from the other's before and after, the first at "
      + "\(start.formatted(.iso8601)), and the recording is of both together"
  }
}

extension SimultaneousSensors {
  /// A reading and the number of its sensor.
  struct Reading {
    var time: Double
    var mgdL: Double
    var sensor: Int
  }

  /// Returns the numbers of the two sensors of a person that disagree most often, the number of
  /// their disagreements, and the time of the first, or `nil` if there are too few.
  ///
  /// - Complexity: O(*n* log *n*)
  static func disagreement(
    _ readings: [Reading]
  ) -> (sensors: [Int], count: Int, start: Double)? {
    let readings = readings.ordered { ($0.time, $0.sensor) < ($1.time, $1.sensor) }
    var found: [SIMD2<Int>: (between: Int, count: Int, start: Double)] = [:]
    for index in readings.indices.dropFirst().dropLast() {
      let (before, own, after) = (readings[index - 1], readings[index], readings[index + 1])
      guard before.sensor == after.sensor, own.sensor != before.sensor, before.time < own.time,
        own.time < after.time, after.time - before.time <= longestInterval
      else { continue }
      let pair = SIMD2(min(own.sensor, before.sensor), max(own.sensor, before.sensor))
      var pairs = found[pair] ?? (0, 0, own.time)
      pairs.between += 1
      let lowest = min(before.mgdL, after.mgdL) - tolerance
      let highest = max(before.mgdL, after.mgdL) + tolerance
      if !(lowest...highest ~= own.mgdL) {
        if pairs.count == 0 { pairs.start = own.time }
        pairs.count += 1
      }
      found[pair] = pairs
    }
    let most = found.filter { $0.value.count >= least && $0.value.count * 4 >= $0.value.between }
      .max { ($0.value.count, $1.key.x, $1.key.y) < ($1.value.count, $0.key.x, $0.key.y) }
    return most.map { ([$0.key.x, $0.key.y], $0.value.count, $0.value.start) }
  }

  /// Creates the warning about a recording of one stated sensor, whose readings alternate as those of
  /// two sensors or people do, or returns `nil` if they do not.
  ///
  /// - Complexity: O(*n*)
  init?(alternatingIn series: GlucoseSeries, of person: String?) {
    let (times, values) = (series.times, series.values)
    var count = 0
    var start = 0.0
    var (previous, before) = (values.first ?? 0, 0.0)
    var index = values.startIndex
    for value in values {
      let change = value - previous
      // Most readings need no more than this product: both changes are above 20 mg/dL, in opposite
      // directions.
      if change * before < -400, min(abs(change), abs(before)) > 20,
        times[index] - times[index - 2] <= Self.longestInterval
      {
        let other = values[index - 2]
        if previous > 1.15 * max(other, value) || previous < 0.85 * min(other, value) {
          if count == 0 { start = times[index - 1] }
          count += 1
        }
      }
      (previous, before) = (value, change)
      index += 1
    }
    guard count >= Self.least, count * 20 >= values.count else { return nil }
    self.init(
      person: person, sources: [], count: count,
      start: Date(timeIntervalSinceReferenceDate: start))
  }

  /// The longest time in seconds between two readings of a sensor without a gap.
  private static let longestInterval = 1200.0
  /// The difference in mg/dL that rounding and a curve between two readings explain.
  private static let tolerance = 3.0
  private static let least = 24
}
