public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the mean amplitude of glycemic excursions (MAGE), in mg/dL as ``Glucose``, or `nil` if
  /// no segment has an excursion (Service et al., *Diabetes* 19, 1970).
  ///
  /// The record is resampled to a grid of 5 minutes and divided where more than `maximumGap` is
  /// missing. In each segment, one turning point is between two crossings of a short and a long
  /// moving mean (Fernandes et al., *Journal of Diabetes Science and Technology* 16, 2022): the
  /// highest value where the short mean is above, the lowest where it is below. A rise or fall at
  /// the end of a record that the moving means have not followed yet has no turning point. Means
  /// are of the preceding cells without missing ones, and a crossing counts only between two
  /// neighboring cells that have a value, so that a gap makes no turning point by itself.
  ///
  /// A rise or fall between turning points counts if it is at least one standard deviation (`≥`,
  /// *n* − 1) of the segment. A segment's amplitude is the mean of these, and the result the mean
  /// over segments, weighted by their duration. Segments with less than 7 cells or less than the
  /// longer window, or with a standard deviation below 1 mg/dL (`<`), are left out.
  ///
  /// - Parameters:
  ///   - zone: The zone of the grid.
  ///   - direction: The excursions that count.
  ///   - shortWindow: The cells of the short moving mean.
  ///   - longWindow: The cells of the long moving mean. The windows may be given in either order;
  ///     the shorter one is the short window.
  ///   - maximumGap: A run of missing cells longer (`>`) than this divides segments.
  /// - Precondition: windows are positive.
  public func mage(
    in zone: TimeZone, direction: MAGEDirection = .average,
    shortWindow: Int = 5, longWindow: Int = 32,
    maximumGap: Duration = .seconds(10_800)
  ) -> Glucose? {
    dayGrid(in: zone, interval: .seconds(300))?
      .mage(
        direction: direction, shortWindow: shortWindow, longWindow: longWindow,
        maximumGap: maximumGap)
  }

  /// Returns the naive MAGE, in mg/dL as ``Glucose``: the mean distance from the mean of the
  /// readings more (`>`) than one standard deviation (*n* − 1) from it, or `nil` if there are none.
  ///
  /// Older programs print this approximation of MAGE.
  public func naiveMAGE(statistics: GlucoseStatistics? = nil) -> Glucose? {
    let statistics = statistics ?? self.statistics(bands: .consensus(in: .mgdL))
    guard let mean = statistics?.mean.mgdL, let deviation = statistics?.standardDeviation?.mgdL
    else { return nil }
    typealias Vector = SIMD8<Double>
    let values = values
    let whole = values.count - values.count % Vector.width
    var sums = Vector.zero
    var counts = Vector.zero
    for index in stride(from: 0, to: whole, by: Vector.width) {
      let distances = (values.span.lanes(at: index) - mean).magnitudes
      let isFar = distances.isAbove(deviation)
      sums += distances.only(where: isFar)
      counts += Vector(repeating: 1).only(where: isFar)
    }
    var sum = sums.sum()
    var count = counts.sum()
    for value in values.dropFirst(whole) where Swift.abs(value - mean) > deviation {
      sum += Swift.abs(value - mean)
      count += 1
    }
    return count > 0 ? .mgdL(sum / count) : nil
  }
}

extension [MAGESegment] {
  package func mage(_ direction: MAGEDirection, _ rules: GridRules) -> Glucose? {
    var sum = 0.0
    var weight = 0.0
    func add(_ value: Glucose?, of segment: MAGESegment) {
      guard let value else { return }
      sum += value.mgdL * Double(segment.length)
      weight += Double(segment.length)
    }
    for segment in self where segment.isSearched {
      switch direction {
      case .average:
        add(segment.rise, of: segment)
        add(segment.fall, of: segment)
      case .firstExcursion:
        add(segment.startsWithRise == true ? segment.rise : segment.fall, of: segment)
      case .maximum:
        if rules.mageNeedsEveryDirection {
          // Both directions count where they are equal, neither where one is missing.
          guard let rise = segment.rise, let fall = segment.fall else { continue }
          if rise >= fall { add(rise, of: segment) }
          if fall >= rise { add(fall, of: segment) }
        } else {
          add([segment.rise, segment.fall].compactMap { $0 }.max(), of: segment)
        }
      case .upward, .downward:
        let (wanted, other) =
          direction == .upward ? (segment.rise, segment.fall) : (segment.fall, segment.rise)
        if wanted == nil, other != nil, rules.mageNeedsEveryDirection { return nil }
        add(wanted, of: segment)
      }
    }
    return weight > 0 ? .mgdL(sum / weight) : nil
  }
}
