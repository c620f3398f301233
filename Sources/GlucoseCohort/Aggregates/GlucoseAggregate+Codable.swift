internal import GlucoseMath

extension GlucoseAggregate: Codable {
  private enum CodingKeys: String, CodingKey {
    case count, dayCount, belowDeviceLimitCount, aboveDeviceLimitCount, bands
    case minimum, maximum, minimumFlags, maximumFlags, bandCounts, consensusCounts, sum, squares,
      risk, histogram
  }

  /// More readings than any aggregate has; sums of as many readings do not overflow.
  private static let mostReadings = 1 << 40

  /// Decodes an aggregate and checks that its parts agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(bands: try container.decode(RangeBands.self, forKey: .bands))
    count = try container.decode(Int.self, forKey: .count)
    dayCount = try container.decode(Int.self, forKey: .dayCount)
    belowDeviceLimitCount = try container.decode(Int.self, forKey: .belowDeviceLimitCount)
    aboveDeviceLimitCount = try container.decode(Int.self, forKey: .aboveDeviceLimitCount)
    minimum = try container.decodeIfPresent(Double.self, forKey: .minimum).map {
      ShownExtreme($0, try container.limitFlags(forKey: .minimumFlags))
    }
    maximum = try container.decodeIfPresent(Double.self, forKey: .maximum).map {
      ShownExtreme($0, try container.limitFlags(forKey: .maximumFlags))
    }
    bandCounts = try container.decode([Int].self, forKey: .bandCounts)
    sum = try container.decode(ExactSum.self, forKey: .sum)
    squares = try container.decode(ExactSum.self, forKey: .squares)
    risk = try container.decode(ExactRiskSums.self, forKey: .risk)
    histogram = try container.decode(WholeHistogram.self, forKey: .histogram)
    consensusCounts = try container.decode([Int].self, forKey: .consensusCounts)
    try decoder.require(
      (0...Self.mostReadings).contains(count) && (0...count).contains(dayCount),
      "An aggregate must have from 0 to 2^40 readings on at most as many days")
    for counts in [bandCounts, consensusCounts] {
      try decoder.require(
        counts.count == RangeBand.allCases.count
          && counts.allSatisfy { (0...count).contains($0) } && counts.reduce(0, +) == count,
        "There must be five counts of bands, none negative, with the number of readings as their sum"
      )
    }
    try decoder.require(
      (0...count).contains(belowDeviceLimitCount) && (0...count).contains(aboveDeviceLimitCount),
      "The number of readings at limits must be at most the number of readings")
    try decoder.require(
      count == 0 ? minimum == nil && maximum == nil : hasExtremes,
      "The extremes of an aggregate must be above zero, at most 100000 mg/dL and in ascending order"
    )
    try decoder.require(
      histogram.total == count, "The histogram must contain as many readings as the aggregate")
  }

  private var hasExtremes: Bool {
    guard let minimum, let maximum else { return false }
    return minimum.value > 0 && minimum <= maximum && maximum.value <= InvalidReading.highestValue
  }

  /// Encodes the parts, with concentrations in mg/dL.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(dayCount, forKey: .dayCount)
    try container.encode(belowDeviceLimitCount, forKey: .belowDeviceLimitCount)
    try container.encode(aboveDeviceLimitCount, forKey: .aboveDeviceLimitCount)
    try container.encode(bands, forKey: .bands)
    try container.encodeIfPresent(minimum?.value, forKey: .minimum)
    try container.encodeIfPresent(maximum?.value, forKey: .maximum)
    try container.encodeIfPresent(minimum?.flags, forKey: .minimumFlags)
    try container.encodeIfPresent(maximum?.flags, forKey: .maximumFlags)
    try container.encode(bandCounts, forKey: .bandCounts)
    try container.encode(consensusCounts, forKey: .consensusCounts)
    try container.encode(sum, forKey: .sum)
    try container.encode(squares, forKey: .squares)
    try container.encode(risk, forKey: .risk)
    try container.encode(histogram, forKey: .histogram)
  }
}
