internal import GlucoseMath
public import Prediction

extension Backtest {
  /// The back-test as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.backtest, self) }
  }

  /// Creates a back-test from its ``bytes``, which throws if they are damaged or of another
  /// version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.backtest, of: bytes)
  }

  /// Decodes a back-test, or throws if it has another version or its parts do not agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try StoredBytes.check(format: container.decode(Int.self, forKey: .version))
    options = try container.decode(BacktestOptions.self, forKey: .options)
    personCount = try container.decode(Int.self, forKey: .personCount)
    originCount = try container.decode(Int.self, forKey: .originCount)
    entries = try container.decode([Entry].self, forKey: .entries)
    alarms = try container.decode([AlarmPerformance].self, forKey: .alarms)
    reliabilities = try container.decode([CrossingReliability].self, forKey: .reliabilities)
    let (leads, people, origins) = (options.leads.count, personCount, originCount)
    try decoder.require(
      Set(entries.map(\.id)).count == entries.count
        && entries.allSatisfy { ($0.paths?.count ?? 0) <= origins }
        && entries.allSatisfy { $0.fits(leads: leads, people: people) },
      "There must be errors for each lead and person")
    try decoder.require(
      StoredLimits.counts.contains(originCount) && StoredLimits.people.contains(personCount),
      "A back-test must have at most 2^50 origins and 2^24 people")
  }
}

extension Backtest.Entry {
  /// Returns a Boolean value that indicates whether there are errors for each lead and person, and
  /// those of as many people, however they are drawn, can be added.
  fileprivate func fits(leads: Int, people: Int) -> Bool {
    let greatest = self.people.joined().map(\.count).max() ?? 0
    return all.count == leads && strata.count == leads && self.people.count == people
      && strata.allSatisfy(\.isPlausible) && paths?.isPlausible ?? true
      && self.people.allSatisfy { $0.isEmpty || $0.count == leads }
      && Double(greatest) * Double(people) <= Double(StoredLimits.counts.upperBound)
  }
}
