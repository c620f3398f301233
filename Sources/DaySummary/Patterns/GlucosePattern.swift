// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// A time of the day or a day of the week at which lows or highs gather.
///
///     for pattern in try history.patterns(month) {
///       // low, 3:00 to 6:00, on 9 of 28 days, elsewhere in 4 % of the times
///       pattern.kind; pattern.slot; pattern.affectedDayCount; pattern.observedDayCount; pattern.affectedFractionElsewhere
///     }
///
/// It says what, when and how often, and shows the episodes and readings on which it rests. It says
/// neither why nor what to do.
public struct GlucosePattern: Hashable, Codable, Sendable {
  /// When a slot of a day counts as affected.
  public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
    /// An episode of at least 15 minutes touches it, as the consensus counts them.
    case episode
    /// Any of its readings lies outside the target, however briefly.
    case anyReading
  }

  /// What happened in a slot on one day.
  public struct Evidence: Hashable, Codable, Sendable {
    /// The day.
    public let day: LocalDay
    /// The lowest reading in the slot for lows, the highest for highs; the first of several.
    public let reading: Reading
    /// The episodes that touch the slot on the day, in order of time; none where a reading was
    /// outside the target too briefly to make one. `DayReport.episodes` and `GlucoseHistory.episodes(_:)` say
    /// more of each.
    public let episodes: [GlucoseEpisode.ID]
  }

  /// What gathers.
  public let kind: EpisodeKind
  /// When: three hours of every day, or a day of the week.
  public let slot: TimeSlot
  /// On how many days it happened in the slot.
  public let affectedDayCount: Int
  /// On how many days the slot had readings.
  public let observedDayCount: Int
  /// How often it happened elsewhere: the share of the other slots of those days, or of the other days
  /// of the week.
  public let affectedFractionElsewhere: Double
  /// The probability of as many affected days or more if the slot were like the others.
  public let pValue: Double
  /// The false-discovery rate at which the pattern still counts, from 0 to 1.
  public let falseDiscoveryRate: Double
  /// What the pattern rests on, one entry to an affected day, in order of time.
  public let evidence: [Evidence]

  /// The episodes on which the pattern rests, each once, in order of time: what to mark in a chart.
  public var episodes: [GlucoseEpisode.ID] { Set(evidence.flatMap(\.episodes)).sorted() }

  /// The share of the observed days that were affected.
  public var affectedFraction: Double { Double(affectedDayCount) / Double(observedDayCount) }
  /// How much more often it happened in the slot than elsewhere, as a difference of shares.
  public var excess: Double { affectedFraction - affectedFractionElsewhere }

  private enum CodingKeys: String, CodingKey {
    case kind, slot
    case affectedDayCount = "affectedDays"
    case observedDayCount = "observedDays"
    case affectedFractionElsewhere = "shareElsewhere"
    case pValue = "probability"
    case falseDiscoveryRate, evidence
  }
}

extension GlucosePattern {
  /// Decodes a pattern of at least one observed day.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(EpisodeKind.self, forKey: .kind)
    slot = try container.decode(TimeSlot.self, forKey: .slot)
    affectedDayCount = try container.decode(Int.self, forKey: .affectedDayCount)
    observedDayCount = try container.decode(Int.self, forKey: .observedDayCount)
    affectedFractionElsewhere = try container.decode(
      Double.self, forKey: .affectedFractionElsewhere)
    pValue = try container.decode(Double.self, forKey: .pValue)
    falseDiscoveryRate = try container.decode(Double.self, forKey: .falseDiscoveryRate)
    evidence = try container.decode([Evidence].self, forKey: .evidence)
    try decoder.require(
      observedDayCount > 0 && (0...observedDayCount).contains(affectedDayCount),
      "A pattern must be observed on a day, and on at least as many as it affects")
    try decoder.require(
      [affectedFractionElsewhere, pValue, falseDiscoveryRate].allSatisfy { (0...1).contains($0) },
      "Shares and probabilities must lie between 0 and 1")
  }
}
