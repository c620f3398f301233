// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The evidence in the readings of two files about whether they are of one person.
///
/// Exports of one person that overlap repeat the same readings, to rounding and to a minute or two if
/// their formats differ. Sensors that recorded at the same time for a day or more without equal
/// readings are of different people: two sensors worn by one person differ, too, but a recording that
/// mixes two people is worse than two recordings of one.
enum SensorEvidence {
  case same, different, none

  /// The fewest readings of a sensor in a common time that are evidence.
  private static let fewest = 6
  /// The maximum number of readings that are compared one by one.
  private static let most = 100
  /// The number of comparable readings after which two series without an equal one do not repeat
  /// each other.
  private static let few = 24
  /// The shortest common time in seconds in which others show different people, a day without the
  /// time to its last reading.
  private static let day = 86_400.0 - 900

  /// Compares the readings of two sensors in their common time.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of readings.
  init(_ one: GlucoseSeries, _ other: GlucoseSeries) {
    self = .none
    guard let first = one.times.first, let last = one.times.last,
      let otherFirst = other.times.first, let otherLast = other.times.last
    else { return }
    let (start, end) = (max(first, otherFirst), min(last, otherLast))
    guard start <= end else { return }
    let ranges = [one, other].map { $0.position(start)..<$0.position(end.nextUp) }
    // Each reading of the series with fewer has one in the other if they are of one sensor.
    let isFewer = ranges[0].count <= ranges[1].count
    let (less, range) = isFewer ? (one, ranges[0]) : (other, ranges[1])
    guard range.count >= Self.fewest, Self.isSensors(less, range) else { return }
    let (same, count) = Self.equalReadings(less, range, isFewer ? other : one)
    if count >= Self.fewest, same * 2 >= count {
      self = .same
    } else if count >= Self.few, end - start >= Self.day {
      self = .different
    }
  }

  /// Returns the number of readings of a range that are equal to one of another series, of those that
  /// are comparable to one.
  private static func equalReadings(
    _ less: GlucoseSeries, _ range: Range<Int>, _ more: GlucoseSeries
  ) -> (same: Int, count: Int) {
    var (sameCount, count) = (0, 0)
    for index in stride(
      from: range.lowerBound, to: range.upperBound, by: max(range.count / most, 1))
    {
      let (time, value) = (less.times[index], less.values[index])
      var place = more.position(time - 450)
      var (isNear, isSame) = (false, false)
      while place < more.count, more.times[place] <= time + 450 {
        isNear = true
        // Rounded to a whole number of mg/dL in one file, and to a tenth of 1 mmol/L in the other.
        if (more.times[place] - time).magnitude <= 120,
          (more.values[place] - value).magnitude <= 2
        {
          isSame = true
        }
        place += 1
      }
      if isNear { count += 1 }
      if isSame { sameCount += 1 }
      if count == few, sameCount == 0 { break }
    }
    return (sameCount, count)
  }

  /// Returns a Boolean value that indicates whether most readings at the beginning of a range are at
  /// most 20 minutes apart, as a sensor's are and a meter's are not.
  private static func isSensors(_ series: GlucoseSeries, _ range: Range<Int>) -> Bool {
    let times = series.times[range.prefix(most)]
    let near = zip(times, times.dropFirst()).count { $1 - $0 <= 1200 }
    return near * 2 > times.count - 1
  }
}

extension GlucoseSeries {
  /// Returns the position of the first reading at a time or later.
  fileprivate func position(_ time: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
