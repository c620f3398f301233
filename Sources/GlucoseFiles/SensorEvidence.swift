// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The evidence in the readings of two files about whether they are of one person.
///
/// Readings that are equal show that they are: exports of one person that overlap repeat the same
/// readings, to rounding and to a minute or two if their formats differ. Readings that differ do not
/// show the contrary, as two sensors worn by one person differ, a smoothed stream differs from the
/// one it is made of, and one of two clocks may be wrong. But all of these rise and fall together
/// over a day or more once the clocks agree, and the glucose of two people does not.
enum SensorEvidence {
  case same, different, none

  /// The fewest readings of a sensor in a common time that are evidence.
  private static let fewest = 6
  /// The maximum number of readings that are compared one by one.
  private static let most = 100
  /// The number of comparable readings after which two series without an equal one do not repeat
  /// each other.
  private static let few = 24
  /// The correlation below which two series are of different people.
  private static let low = 0.6
  /// The correlation from which two series are of one person.
  ///
  /// In five studies, the greatest correlation over all lags of two people in two days was at least
  /// 0.6 for 4 to 15 % of pairs, which would join the people of a study to one, and at least 0.8 for
  /// none of 1101 pairs. Two sensors worn by one person usually exceed 0.85.
  private static let high = 0.85
  /// The fewest common cells in which a correlation shows that two series are of one person.
  ///
  /// In a single day, that of two people is at least 0.85 for up to 9 % of pairs.
  private static let cellsOfTwoDays = 144

  /// Compares the readings of two sensors in their common time.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of readings, plus the number of readings in
  ///   the first four days of the common time.
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
    if Self.repeats(less, range, isFewer ? other : one) {
      self = .same
      return
    }
    guard let (correlation, cells) = SharedQuarterHours(one, other, start, end)?.correlation()
    else { return }
    if correlation < Self.low {
      self = .different
    } else if correlation >= Self.high, cells >= Self.cellsOfTwoDays {
      self = .same
    }
  }

  /// Returns a Boolean value that indicates whether at least half of the comparable readings of a
  /// range are equal to one of another series.
  private static func repeats(
    _ less: GlucoseSeries, _ range: Range<Int>, _ more: GlucoseSeries
  ) -> Bool {
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
      if count == few, sameCount == 0 { return false }
    }
    return count >= fewest && sameCount * 2 >= count
  }

  /// Returns a Boolean value that indicates whether most readings at the beginning of a range are at
  /// most 20 minutes apart, as a sensor's are and a meter's are not.
  private static func isSensors(_ series: GlucoseSeries, _ range: Range<Int>) -> Bool {
    let times = series.times[range.prefix(most)]
    let near = zip(times, times.dropFirst()).count { $1 - $0 <= 1200 }
    return near * 2 > times.count - 1
  }
}

/// The mean readings of two sensors in each quarter of an hour of their common time, at most its
/// first four days.
private struct SharedQuarterHours {
  /// The cells of a series by the hour: the mean of the readings in each cell less 150 mg/dL, and 1,
  /// or zeros if it contains none.
  private struct Cells {
    var values: [SIMD4<Float>]
    var counts: [SIMD4<Float>]
  }

  /// The fewest cells with readings of both that are evidence, more than a meter's.
  private static let fewest = 48
  private static let mostHours = 96
  /// The greatest difference of two clocks in hours: a wrong zone, or morning and evening confused.
  private static let mostLag = 14

  private let one: Cells
  /// The cells of the other sensor, and those with its clock a quarter of an hour ahead and behind.
  private let other: [Cells]
  private let hours: Int

  /// Creates the cells, or `nil` if the common time is less than the 96 cells of a day.
  init?(_ one: GlucoseSeries, _ other: GlucoseSeries, _ start: Double, _ end: Double) {
    guard end - start >= 86_400 - 900 else { return nil }
    hours = Int(min((end - start) / 3600, Double(Self.mostHours - 1))) + 1
    let means = Self.means(one, from: start, hours: hours)
    self.one = Self.cells(means, ahead: 0)
    let otherMeans = Self.means(other, from: start, hours: hours)
    self.other = [0, 1, -1].map { Self.cells(otherMeans, ahead: $0) }
  }

  /// Returns the mean of the readings in each cell less 150 mg/dL, or NaN if it contains none.
  private static func means(_ series: GlucoseSeries, from start: Double, hours: Int) -> [Double] {
    var means = Array(repeating: Double.nan, count: hours * 4)
    var index = series.position(start)
    for cell in means.indices {
      let end = start + Double(cell + 1) * 900
      var (sum, count) = (0.0, 0.0)
      while index < series.count, series.times[index] < end {
        sum += series.values[index]
        count += 1
        index += 1
      }
      // Sums of squares of values around 0 lose no digits.
      if count > 0 { means[cell] = sum / count - 150 }
    }
    return means
  }

  /// Returns the cells by the hour, each with the mean that is some cells ahead.
  private static func cells(_ means: [Double], ahead: Int) -> Cells {
    var cells = Cells(values: [], counts: [])
    cells.values.reserveCapacity(means.count / 4)
    cells.counts.reserveCapacity(means.count / 4)
    for hour in 0..<(means.count / 4) {
      var values = SIMD4<Float>(repeating: .nan)
      for quarter in 0..<4 {
        let cell = hour * 4 + quarter + ahead
        if cell >= 0, cell < means.count { values[quarter] = Float(means[cell]) }
      }
      let isFilled = values .== values
      cells.values.append(SIMD4<Float>.zero.replacing(with: values, where: isFilled))
      cells.counts.append(SIMD4<Float>.zero.replacing(with: 1, where: isFilled))
    }
    return cells
  }

  /// Returns the greatest correlation over the differences of the clocks, and the number of cells
  /// it is of; `nil` if the sensors share too few cells, or one does not vary.
  func correlation() -> (Double, cells: Int)? {
    guard var greatest = correlation(other[0], lag: 0) else { return nil }
    func consider(_ result: (Double, cells: Int)?) {
      if let result, result.0 > greatest.0 { greatest = result }
    }
    for cells in other.dropFirst() { consider(correlation(cells, lag: 0)) }
    for lag in 1...Self.mostLag {
      consider(correlation(other[0], lag: lag))
      consider(correlation(other[0], lag: -lag))
    }
    return greatest
  }

  /// Returns the correlation of the cells with those of the other sensor some hours earlier, and
  /// the number of cells with readings of both.
  private func correlation(_ other: Cells, lag: Int) -> (Double, cells: Int)? {
    var (counts, sums, otherSums) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var (squares, otherSquares) = (SIMD4<Float>(), SIMD4<Float>())
    var products = SIMD4<Float>()
    for hour in max(lag, 0)..<min(hours, hours + lag) {
      let (value, isFilled) = (one.values[hour], one.counts[hour])
      let (otherValue, isOtherFilled) = (other.values[hour - lag], other.counts[hour - lag])
      let (shared, otherShared) = (value * isOtherFilled, otherValue * isFilled)
      counts += isFilled * isOtherFilled
      sums += shared
      otherSums += otherShared
      squares += shared * value
      otherSquares += otherShared * otherValue
      products += value * otherValue
    }
    let count = Double(counts.sum())
    guard count >= Double(Self.fewest) else { return nil }
    let (mean, otherMean) = (Double(sums.sum()) / count, Double(otherSums.sum()) / count)
    let variance = Double(squares.sum()) / count - mean * mean
    let otherVariance = Double(otherSquares.sum()) / count - otherMean * otherMean
    // A standard deviation of 1 mg/dL is less than any sensor's.
    guard variance >= 1, otherVariance >= 1 else { return nil }
    let covariance = Double(products.sum()) / count - mean * otherMean
    return (covariance / (variance * otherVariance).squareRoot(), Int(count))
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
