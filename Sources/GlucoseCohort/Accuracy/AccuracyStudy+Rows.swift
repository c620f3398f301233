public import GlucoseMath

extension AccuracyStudy {
  /// A count of pairs with a property among all that could have it.
  public struct Rate: Equatable, Sendable {
    /// The number of pairs with the property.
    public let count: Int
    /// The number of all pairs, which is positive.
    public let total: Int

    init?(_ count: Int, of total: Int) {
      guard total > 0 else { return nil }
      self.count = count
      self.total = total
    }

    /// The percentage of pairs with the property.
    public var percentage: Percentage { Percentage(fraction: Double(count) / Double(total)) }

    /// The exact lower one-sided 95 % confidence bound of the percentage for independent pairs
    /// (Clopper and Pearson, *Biometrika* 26:404, 1934).
    public var lowerBound: Percentage {
      Percentage(fraction: BetaDistribution.lowerBound(count, of: total, confidence: 0.95))
    }
  }

  /// The agreement of a group of pairs.
  public struct Row: Sendable {
    /// The pairs of a row.
    public enum Group: Hashable, Sendable {
      /// All pairs.
      case all
      /// The pairs whose reference is in a range.
      case reference(RangeBand)
      /// The pairs whose reading of the sensor is in a range.
      case measured(RangeBand)
      /// The pairs whose reference was measured by a method, `nil` for one that is not stated.
      case comparator(Comparator?)
      /// The pairs of a day of wear, the first 24 hours being day 1.
      case dayOfWear(Int)
      /// The pairs of one of several sensors.
      case sensor(String)
    }

    /// The pairs.
    public let group: Group
    /// The mean differences: bias, mean absolute, and mean absolute relative difference (MARD).
    public let agreement: DeviceAgreement
    /// The pairs that differ by at most (`≤`) 15 mg/dL or 15 %.
    ///
    /// The limit is in mg/dL for pairs in the low range, otherwise in percent of the reference. In
    /// ``AccuracyStudy/Row/Group/measured(_:)`` the reading decides, in all others the reference.
    public let within15: Rate
    /// As ``within15``, with 20 mg/dL or 20 %.
    public let within20: Rate
    /// As ``within15``, with 30 mg/dL or 30 %.
    public let within30: Rate
    /// As ``within15``, with 40 mg/dL or 40 %.
    public let within40: Rate
  }

  /// The agreement of all pairs, by range of the reference and of the reading, by comparator if one
  /// is stated, by day of wear if it is known, and by sensor if there are several, in this order.
  /// Groups without pairs are absent.
  public var rows: [Row] {
    let ranges: [RangeBand] = [.low, .target, .high]
    let byReference = Dictionary(grouping: pairs) { bands.band(of: $0.glucose.reference) }
    let byReading = Dictionary(grouping: pairs) { bands.band(of: $0.glucose.measured) }
    let days = Dictionary(grouping: pairs) { pair in
      pair.wearTime.map { 1 + Int($0.components.seconds / 86400) }
    }
    let sensors = sensors
    var groups: [(Row.Group, ArraySlice<Pair>)] = [(.all, pairs[...])]
    groups += ranges.map { (.reference($0), byReference[$0, default: []][...]) }
    groups += ranges.map { (.measured($0), byReading[$0, default: []][...]) }
    if pairs.contains(where: { $0.comparator != nil }) {
      groups += comparators.map { (.comparator($0.comparator), $0.pairs[...]) }
    }
    groups += days.keys.compactMap { $0 }.sorted()
      .map { (.dayOfWear($0), days[$0, default: []][...]) }
    if sensors.count > 1 { groups += sensors.map { (.sensor($0[$0.startIndex].sensor), $0) } }
    return groups.compactMap(row)
  }

  private func row(_ group: Row.Group, _ pairs: ArraySlice<Pair>) -> Row? {
    var byReading = false
    if case .measured = group { byReading = true }
    func rate(_ limit: Double) -> Rate? {
      Rate(
        pairs.count { pair in
          let glucose = pair.glucose
          let range = bands.band(of: byReading ? glucose.measured : glucose.reference)
          return glucose.isWithin(limit, in: range)
        }, of: pairs.count)
    }
    guard let agreement = DeviceAgreement(pairs.lazy.map(\.glucose)), let within15 = rate(15),
      let within20 = rate(20), let within30 = rate(30), let within40 = rate(40)
    else { return nil }
    return Row(
      group: group, agreement: agreement, within15: within15, within20: within20,
      within30: within30, within40: within40)
  }
}

extension GlucosePair {
  /// Returns whether the pair is within `limit` mg/dL in the low range, or percent in another.
  func isWithin(_ limit: Double, in range: RangeBand) -> Bool {
    range == .low ? isWithin(mgdL: limit) : absoluteRelativeDifference <= limit
  }
}
