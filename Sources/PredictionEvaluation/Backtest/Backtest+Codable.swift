internal import GlucoseMath
internal import Prediction

extension Backtest: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, options, personCount, originCount, predictors, alarms, reliabilities
  }

  /// Decodes a back-test, or throws if it has another version or its parts do not agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try StoredBytes.check(format: container.decode(Int.self, forKey: .version))
    let options = try container.decode(BacktestOptions.self, forKey: .options)
    let personCount = try container.decode(Int.self, forKey: .personCount)
    let entries = try container.decode([Entry].self, forKey: .predictors)
    let originCount = try container.decode(Int.self, forKey: .originCount)
    try decoder.require(
      Set(entries.map(\.id)).count == entries.count
        && entries.allSatisfy { ($0.paths?.count ?? 0) <= originCount }
        && entries.allSatisfy { $0.fits(leads: options.leads.count, people: personCount) },
      "There must be errors for each lead and person")
    try decoder.require(
      StoredLimits.counts.contains(originCount) && StoredLimits.people.contains(personCount),
      "A back-test must have at most 2^50 origins and 2^24 people")
    self.init(
      options, personCount: personCount, originCount: originCount,
      alarms: try container.decode([AlarmPerformance].self, forKey: .alarms),
      reliabilities: try container.decode([CrossingReliability].self, forKey: .reliabilities),
      entries)
  }

  /// Encodes the back-test with the version of its form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(StoredBytes.format, forKey: .version)
    try container.encode(options, forKey: .options)
    try container.encode(personCount, forKey: .personCount)
    try container.encode(originCount, forKey: .originCount)
    try container.encode(entries, forKey: .predictors)
    try container.encode(alarms, forKey: .alarms)
    try container.encode(reliabilities, forKey: .reliabilities)
  }
}

extension Backtest.Entry {
  /// Returns a Boolean value that indicates whether there are errors for each lead and person, and
  /// those of as many people, however they are drawn, can be added.
  fileprivate func fits(leads: Int, people: Int) -> Bool {
    let greatest = self.people.joined().map(\.count).max() ?? 0
    return all.count == leads && strata.leadCount == leads && self.people.count == people
      && strata.isPlausible && paths?.isPlausible ?? true
      && self.people.allSatisfy { $0.isEmpty || $0.count == leads }
      && Double(greatest) * Double(people) <= Double(StoredLimits.counts.upperBound)
  }
}
