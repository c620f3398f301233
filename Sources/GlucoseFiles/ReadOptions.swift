// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a reader must be told because a file may not say it.
///
///     let options = ReadOptions(zone: oslo)
///     let file = try GlucoseFile(reading: bytes, options: options)
///
/// What the file itself says always wins; the unit and the date order serve only where it is silent.
public struct ReadOptions: Hashable, Sendable {
  /// The zone whose clock the times in the file show, or `nil` if the file must say it itself.
  ///
  /// A time with its own offset from UTC needs no zone. A file of wall-clock times does, and there
  /// is no default: a guess would move every reading. Dates that were shifted, as those of the
  /// OhioT1DM data set, are read with the zone's standard offset all year, or as UTC without one;
  /// ``Detection/zone`` has the zone that was used.
  public var zone: TimeZone?
  /// The unit of the concentrations if neither the cells nor the header name one.
  public var unit: GlucoseUnit?
  /// The order of day and month if the dates of the file leave it open.
  public var dateOrder: DateOrder?
  /// The columns of a table that no reader knows; if given, no format is looked for.
  public var columns: ColumnMapping?
  /// The present, if what lies later is to be told in ``ImportReport/future``.
  ///
  /// A time that states its instant is later from an hour on, for clocks differ; one that shows a wall
  /// clock from a day on, for the zone may be another.
  public var now: Date?

  /// Options for a file whose times show the clock of `zone`.
  public init(
    zone: TimeZone?, unit: GlucoseUnit? = nil, dateOrder: DateOrder? = nil,
    columns: ColumnMapping? = nil, now: Date? = nil
  ) {
    self.zone = zone
    self.unit = unit
    self.dateOrder = dateOrder
    self.columns = columns
    self.now = now
  }
}

/// The order in which a date names year, month and day.
public enum DateOrder: String, Hashable, Codable, Sendable, CaseIterable {
  /// Year, month, day, as ISO 8601 has it: 2025-05-04.
  case yearFirst
  /// Day, month, year: 04-05-2025 is 4 May.
  case dayFirst
  /// Month, day, year: 04-05-2025 is 5 April.
  case monthFirst
}
