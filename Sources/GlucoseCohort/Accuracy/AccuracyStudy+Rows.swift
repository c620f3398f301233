public import GlucoseMath

extension AccuracyStudy {
  /// A count of pairs with a property among all that could have it.
  public struct Rate: Equatable, Sendable {
    /// The number of pairs with the property.
    public let count: Int
    /// The number of all pairs, which is positive.
    public let total: Int

    /// The number of independent pairs that would determine the percentage as exactly.
    private let effectiveTotal: Double

    /// Creates the rate of the pairs of people.
    init?(of pairs: some Sequence<Pair>, where hasProperty: (Pair) -> Bool) {
      self.init(
        Dictionary(grouping: pairs, by: \.person).values.map { pairs in
          (pairs.count(where: hasProperty), pairs.count)
        })
    }

    /// Creates the rate of people in any order, each with the number of pairs with the property and
    /// of all.
    init?(_ people: [(count: Int, total: Int)]) {
      count = people.reduce(0) { $0 + $1.count }
      total = people.reduce(0) { $0 + $1.total }
      guard total > 0 else { return nil }
      let people = people.filter { $0.total > 0 }.sorted { $0 < $1 }
      let (pairs, members) = (Double(total), Double(people.count))
      let rate = Double(count) / pairs
      let squares = people.reduce(0) { sum, person in
        let deviation = Double(person.count) - rate * Double(person.total)
        return sum + deviation * deviation
      }
      guard people.count > 1, (1..<total).contains(count), squares > 0 else {
        effectiveTotal = pairs
        return
      }
      let variance = members / (members - 1) * squares / (pairs * pairs)
      let quotient =
        StudentT.quantile(0.95, degreesOfFreedom: pairs - 1)
        / StudentT.quantile(0.95, degreesOfFreedom: members - 1)
      effectiveTotal = min(pairs, rate * (1 - rate) / variance * quotient * quotient)
    }

    /// The percentage of pairs with the property.
    public var percentage: Percentage { Percentage(fraction: Double(count) / Double(total)) }

    /// The lower one-sided 95 % confidence bound of the percentage, with people as the sample.
    ///
    /// The bound is the exact one of independent pairs (Clopper and Pearson, *Biometrika* 26:404,
    /// 1934) for the effective number of pairs after Korn and Graubard (*Survey Methodology* 24:193,
    /// 1998): that whose percentage has the variance of this one between people, which is at most
    /// ``total``. Pairs are taken as independent if they are of one person, as are all rates of change,
    /// or if all or none have the property; see <doc:DecisionAccuracyCriteria>.
    public var lowerBound: Percentage {
      let agreeing = effectiveTotal * (Double(count) / Double(total))
      return Percentage(
        fraction: BetaDistribution.lowerBound(agreeing, of: effectiveTotal, confidence: 0.95))
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
    let names = sensors.map { $0[$0.startIndex].sensor }
    let isUnique = Set(names).count == names.count
    if sensors.count > 1 {
      groups += zip(names, sensors).map { name, pairs in
        (.sensor(isUnique ? name : "\(pairs[pairs.startIndex].person) \(name)"), pairs)
      }
    }
    return groups.compactMap(row)
  }

  private func row(_ group: Row.Group, _ pairs: ArraySlice<Pair>) -> Row? {
    var byReading = false
    if case .measured = group { byReading = true }
    func rate(_ limit: Double) -> Rate? {
      Rate(of: pairs) { pair in
        let glucose = pair.glucose
        let range = bands.band(of: byReading ? glucose.measured : glucose.reference)
        return glucose.isWithin(limit, in: range)
      }
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
