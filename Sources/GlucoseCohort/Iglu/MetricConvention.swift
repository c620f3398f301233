package import GlucoseMath

/// A choice between published implementations of the same metrics.
///
/// ``clinical`` follows the definitions and the consensus, and is the default. ``iglu`` reproduces R
/// iglu 4.3.0, including its known faults, so that the numbers of a paper can be reproduced;
/// <doc:DecisionConventions> gives the reasons. A record with repeated instants is passed as a
/// `RawRecord`, because iglu computes some metrics from all rows.
public struct MetricConvention: Equatable, Sendable, CustomStringConvertible {
  /// The name of the convention, for the caption of a table.
  public let description: String
  package let rules: GridRules

  /// The convention of the definitions and the international consensus, on real local days.
  public static let clinical = MetricConvention(description: "clinical", rules: .clinical)

  /// The convention of R iglu 4.3.0, including its known faults.
  public static let iglu: MetricConvention = {
    var rules = GridRules()
    rules.followsWallClock = true
    rules.mageFallRestartsAtNadir = true
    rules.mageNeedsEveryDirection = true
    rules.mageIgnoresDeparture = true
    rules.extendedHyperglycemiaIsOneRun = true
    rules.episodesFollowBands = true
    rules.minimumRecordedDays = 0
    return MetricConvention(description: "R iglu 4.3.0", rules: rules)
  }()
}
