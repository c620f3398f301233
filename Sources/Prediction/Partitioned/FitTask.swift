public import GlucoseDiary
internal import GlucoseMath

/// The task of each machine in a round of a ``PartitionedFit``.
public struct FitTask: Equatable, Codable, Sendable {
  enum Round: String, Hashable, Codable, Sendable { case census, landmarks, sums, errors, coverage }

  struct Point: Equatable, Codable, Sendable {
    let detail: FeatureDetail
    let usesEvents: Bool
    /// The limits of levels in mg/dL, or `nil` for those of the prior.
    let levelSupport: ClosedRange<Double>?
    /// The weights fitted to all folds but one, for each fold.
    let foldWeights: [DoubleBytes]

    init(_ point: PointModel) {
      detail = point.map.detail
      usesEvents = point.map.usesEvents
      levelSupport = point.map.levelSupport
      foldWeights = point.foldWeights.map { DoubleBytes(wrappedValue: $0) }
    }

    func map(of whole: FeatureMap) -> FeatureMap {
      var map = whole.limited(to: detail, keepingEvents: usesEvents)
      map.levelSupport = levelSupport ?? map.levelSupport
      return map
    }
  }

  let options: FitOptions
  let round: Round
  var originCount = 0
  var landmarks: KernelLandmarks?
  var point: Point?
  /// The model whose coverage is measured or, before, the prior of the fit.
  var model: Forecaster?
  var measuredPeople: [String] = []

  init(options: FitOptions, round: Round) {
    self.options = options
    self.round = round
  }

  /// The name of the round: "census" (the numbers of readings), "landmarks" (a sample of origins),
  /// "sums" (the normal equations), "errors" (a sample of errors, for intervals) or "coverage".
  package var name: String { round.rawValue }

  /// Returns the part of some people's recordings.
  ///
  /// - Parameter people: All readings of each person, with an identifier that no other person has,
  ///   also in other partitions.
  /// - Throws: ``FitError``, with the position of the recording, if its readings are too far apart.
  /// - Complexity: O(*n p*²) in the round of sums, where *n* is the number of readings and *p* the
  ///   number of features.
  public func part(of people: [(id: String, recording: Recording)]) throws(FitError) -> FitPart {
    var part = FitPart(round: round.rawValue)
    if round == .census {
      part.members = people.map { FitPart.Member($0.id, $0.recording.series, options) }
      return part
    }
    guard let cadence = options.cadence, options.fault(cadence, landmarks) == nil,
      StoredLimits.counts.contains(originCount)
    else { throw FitError(.differentModels) }
    switch round {
    case .census: break
    case .landmarks:
      guard let placing = KernelLandmarks.Placing(originCount, cadence: cadence, options) else {
        throw FitError(.differentModels)
      }
      for person in people { part.origins += placing.sample(of: person.recording.series) }
    case .sums:
      var sums = try statistics(cadence)
      try sums.add(people.map(\.recording))
      part.statistics = sums
    case .errors: part.errors = try errors(of: people, cadence)
    case .coverage:
      guard let model else { throw FitError(.differentModels) }
      var coverage = FitPart.Coverage(outcomes: model.steps)
      for person in people where measuredPeople.contains(person.id) {
        coverage += model.coverage(of: person.recording)
      }
      part.coverage = coverage
    }
    return part
  }

  private func errors(
    of people: [(id: String, recording: Recording)], _ cadence: SensorCadence
  ) throws(FitError) -> [CalibrationSet] {
    guard let point else { throw FitError(.differentModels) }
    let empty = try statistics(cadence)
    var rows = empty.rows
    rows.map = point.map(of: rows.map)
    rows = rows.calibrating(among: originCount)
    guard point.foldWeights.count == FoldRule.count,
      point.foldWeights.allSatisfy({
        $0.wrappedValue.count == rows.map.columns * rows.leads.count
          && $0.wrappedValue.areWithin(StoredLimits.weight)
      })
    else { throw FitError(.differentModels) }
    let weights = point.foldWeights.map(\.wrappedValue)
    var sum = [CalibrationSet](outcomes: rows.leads.count)
    for person in people { sum.add(person.recording, rows, empty.options, weights) }
    return sum
  }

  private func statistics(_ cadence: SensorCadence) throws(FitError) -> FitStatistics {
    guard let model else {
      return FitStatistics(cadence: cadence, options, landmarks: landmarks)
    }
    guard model.cadence == cadence, options.adopting(model).fault(cadence, model.map.kernel) == nil
    else { throw FitError(.differentModels) }
    return try FitStatistics(options, prior: model)
  }

  /// The task as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.task, self) }
  }

  /// Creates a task from its ``bytes``, which throws if they are damaged or of another version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.task, of: bytes)
  }
}
