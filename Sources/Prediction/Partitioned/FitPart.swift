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
      origins =
        (options.cadence ?? cadence).map { cadence in
          options.fault(cadence) == nil
            ? FitStatistics(cadence: cadence, options).rows.originCount(
              beforeTestOf: series, options) : 0
        } ?? 0
    }

    var contentHash: UInt64 { UInt64(bitPattern: hash) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      readings = try container.decode(Int.self, forKey: .readings)
      origins = try container.decode(Int.self, forKey: .origins)
      hash = try container.decode(Int64.self, forKey: .hash)
      cadence = try container.decodeIfPresent(SensorCadence.self, forKey: .cadence)
      kind = try container.decodeIfPresent(SensorKind.self, forKey: .kind)
      gap = try container.decodeIfPresent(Double.self, forKey: .gap)
      try decoder.require(
        (0...(1 << 40)).contains(readings) && (0...readings).contains(origins)
          && gap.map { (0...1e11).contains($0) } ?? true,
        "A person must have a valid number of readings")
    }
  }

  /// The coverage of the model's intervals, and of the people's own.
  struct Coverage: Equatable, Codable, Sendable {
    var everyone, personal: EmpiricalCoverage

    init(outcomes: Int) {
      everyone = EmpiricalCoverage(outcomes: outcomes)
      personal = everyone
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      everyone = try container.decode(EmpiricalCoverage.self, forKey: .everyone)
      personal = try container.decode(EmpiricalCoverage.self, forKey: .personal)
      try decoder.require(
        [everyone, personal].allSatisfy { $0.fits(outcomes: everyone.counts.count) },
        "There must be as many outcomes as the widest interval has, of the same leads")
    }

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

  /// Adds the part of other people.
  ///
  /// - Throws: ``FitError`` if the parts are of different rounds or fits.
  public mutating func add(_ other: FitPart) throws(FitError) {
    guard round == other.round else { throw FitError(.differentModels) }
    if let added = other.statistics {
      if statistics == nil { statistics = added } else { try statistics?.add(added) }
    }
    if let added = other.coverage {
      if var sum = coverage {
        guard sum.leadCount == added.leadCount else { throw FitError(.differentModels) }
        sum += added
        guard [sum.everyone, sum.personal].allSatisfy({ $0.fits(outcomes: sum.leadCount) }) else {
          throw FitError(.tooManyRows(limit: StoredLimits.counts.upperBound))
        }
        coverage = sum
      } else {
        coverage = added
      }
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
