internal import GlucoseMath

/// The contribution of some people's recordings to a round of a ``PartitionedFit``. Parts of one
/// round can be added in any order.
public struct FitPart: Equatable, Codable, Sendable {
  struct Member: Equatable, Codable, Sendable {
    let id: String
    let readings: Int
    /// The number of origins before the test, or zero if the options are not valid at the cadence.
    let origins: Int
    /// The bits of the hash of the first concentrations, which selects people.
    private let hash: Int64
    let cadence: SensorCadence?
    let kind: SensorKind?
    let gap: Double?

    init(_ id: String, _ series: GlucoseSeries, _ options: FitOptions) {
      self.id = id
      readings = series.count
      hash = Int64(bitPattern: series.contentHash)
      cadence = SensorCadence(of: series)
      kind = SensorKind(of: series)
      gap = series.cadence.map { $0 / .seconds(1) }
      let valid = (options.cadence ?? cadence).flatMap { options.fault($0) == nil ? $0 : nil }
      origins =
        valid.map { DesignRows(options, $0).originCount(beforeTestOf: series, options) } ?? 0
    }

    var contentHash: UInt64 { UInt64(bitPattern: hash) }

    var isPlausible: Bool {
      (0...(1 << 40)).contains(readings) && (0...readings).contains(origins)
        && gap.map { (0...1e11).contains($0) } ?? true
    }
  }

  /// The coverage of the model's intervals, and of the people's own.
  struct Coverage: Equatable, Codable, Sendable {
    var everyone, personal: EmpiricalCoverage

    init(outcomes: Int) {
      everyone = EmpiricalCoverage(outcomes: outcomes)
      personal = everyone
    }

    var isPlausible: Bool { [everyone, personal].allSatisfy { $0.fits(outcomes: leadCount) } }

    var leadCount: Int { everyone.counts.count }

    static func += (lhs: inout Self, rhs: Self) {
      lhs.everyone += rhs.everyone
      lhs.personal += rhs.personal
    }
  }

  let round: String
  var members: [Member] = []
  var origins = KernelSample()
  var statistics: FitStatistics?
  var errors: [CalibrationSet]?
  var coverage: Coverage?

  init(round: String) { self.round = round }

  /// Decodes a part.
  ///
  /// - Throws: `DecodingError` if its numbers do not agree, or are not within their bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    round = try container.decode(String.self, forKey: .round)
    members = try container.decode([Member].self, forKey: .members)
    origins = try container.decode(KernelSample.self, forKey: .origins)
    statistics = try container.decodeIfPresent(FitStatistics.self, forKey: .statistics)
    errors = try container.decodeIfPresent([CalibrationSet].self, forKey: .errors)
    coverage = try container.decodeIfPresent(Coverage.self, forKey: .coverage)
    let fault = statistics?.fault
    try decoder.require(fault == nil, fault ?? "")
    try decoder.require(
      members.allSatisfy(\.isPlausible), "A person must have a valid number of readings")
    try decoder.require(
      origins.isPlausible, "Each origin must have the same number of kernel inputs, below 1e9")
    try decoder.require(
      errors?.allSatisfy(\.isPlausible) ?? true,
      "Each row must have a level, changes, errors and scale features, below 1e9")
    try decoder.require(
      coverage?.isPlausible ?? true, "Coverage must have no more hits than outcomes of each lead")
  }

  /// Adds the part of other people.
  ///
  /// - Throws: ``FitError`` if the parts are of different rounds or fits.
  public mutating func add(_ other: FitPart) throws(FitError) {
    guard round == other.round else { throw FitError(.differentModels) }
    if let added = other.statistics {
      if statistics == nil { statistics = added } else { try statistics?.add(added) }
    }
    if let added = other.coverage {
      var sum = coverage ?? Coverage(outcomes: added.leadCount)
      guard sum.leadCount == added.leadCount else { throw FitError(.differentModels) }
      sum += added
      guard sum.isPlausible else {
        throw FitError(.tooManyRows(limit: StoredLimits.counts.upperBound))
      }
      coverage = sum
    }
    if let added = other.errors {
      let sizes = (errors ?? added).map(\.outcomes)
      guard sizes.count == FoldRule.count, added.map(\.outcomes) == sizes else {
        throw FitError(.differentModels)
      }
      if errors == nil { errors = added } else { errors? += added }
    }
    members += other.members
    origins += other.origins
  }

  /// The part as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.part, self) }
  }

  /// Creates a part from its ``bytes``, which throws if they are damaged or of another version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.part, of: bytes)
  }
}
