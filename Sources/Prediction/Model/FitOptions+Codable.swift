internal import GlucoseMath
internal import GlucoseFoundation

extension FitOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case cadence, horizon, history, detail, minimumDetail, zone, usesEvents, testPercentage,
      validationPercentage, usesPretrainedModel, ridgeCandidates, kernelRidgeCandidates,
      eventRidgeCandidates
  }

  /// The maximum number of candidates for a penalty that are decoded.
  private static let mostCandidates = 64

  /// Decodes options; an option that is missing has its default value.
  ///
  /// - Throws: `DecodingError` if there are more than 64 candidates for a penalty, or a number is
  ///   not finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func set<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init()
    cadence = try container.decodeIfPresent(SensorCadence.self, forKey: .cadence)
    zone = try container.decodeIfPresent(TimeZone.self, forKey: .zone)
    horizon = try container.durationIfPresent(forKey: .horizon) ?? horizon
    history = try container.durationIfPresent(forKey: .history) ?? history
    try set(&detail, .detail)
    try set(&minimumDetail, .minimumDetail)
    try set(&usesEvents, .usesEvents)
    try set(&testPercentage, .testPercentage)
    try set(&usesPretrainedModel, .usesPretrainedModel)
    try set(&validationPercentage, .validationPercentage)
    try set(&ridgeCandidates, .ridgeCandidates)
    try set(&kernelRidgeCandidates, .kernelRidgeCandidates)
    try set(&eventRidgeCandidates, .eventRidgeCandidates)
    try decoder.require(
      candidates.allSatisfy { $0.count <= Self.mostCandidates },
      "A penalty must have at most \(Self.mostCandidates) candidates")
    try decoder.require(
      candidates.joined().allSatisfy(\.isFinite), "Numbers of options must be finite")
  }

  /// Encodes all options, and durations in seconds; ``usesPretrainedModel`` only if it is `false`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(cadence, forKey: .cadence)
    try container.encode(seconds: horizon, forKey: .horizon)
    try container.encode(seconds: history, forKey: .history)
    try container.encode(detail, forKey: .detail)
    try container.encode(minimumDetail, forKey: .minimumDetail)
    try container.encodeIfPresent(zone, forKey: .zone)
    try container.encode(usesEvents, forKey: .usesEvents)
    try container.encode(testPercentage, forKey: .testPercentage)
    if !usesPretrainedModel { try container.encode(false, forKey: .usesPretrainedModel) }
    try container.encode(validationPercentage, forKey: .validationPercentage)
    try container.encode(ridgeCandidates, forKey: .ridgeCandidates)
    try container.encode(kernelRidgeCandidates, forKey: .kernelRidgeCandidates)
    try container.encode(eventRidgeCandidates, forKey: .eventRidgeCandidates)
  }
}
