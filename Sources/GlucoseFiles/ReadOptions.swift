public import GlucoseMath
public import GlucoseFoundation

/// The information that a reader needs and a file may lack.
///
///     let options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     let file = try GlucoseFile(reading: bytes, options: options)
///
/// A statement in the file always takes precedence. The unit and the date order apply only where
/// the file does not state them.
public struct ReadOptions: Sendable {
  /// The time zone of the local times in the file, or `nil` if every time in the file must state
  /// its offset.
  ///
  /// A time with its own offset from UTC needs no zone. A file of local times needs one, and there
  /// is no default: a guess would move every reading. Shifted dates, as in the OhioT1DM data set,
  /// are read with the zone's standard offset all year, or as UTC without a zone;
  /// ``FileDialect/zone`` is the zone that was used.
  public var zone: TimeZone?
  /// The unit of the concentrations if neither the cells nor the header state one.
  public var fileUnit: GlucoseUnit?
  /// The order of the year, the month, and the day if the dates of the file are ambiguous.
  public var dateOrder: DateOrder?
  /// The columns of a table in an unknown format; if specified, the format is not detected.
  public var columns: ColumnMapping? {
    get { sharedColumns?.value }
    set { sharedColumns = newValue.map { Shared($0) } }
  }
  private var sharedColumns: Shared<ColumnMapping>?
  /// The present time, for reporting later times in ``ImportReport/warnings``.
  ///
  /// A time that states its instant is reported from one hour after the present, because clocks
  /// differ; a local time from one day after, because the zone may differ.
  public var now: Date?
  /// Creates options for a file whose local times are in `zone`.
  public init(
    zone: TimeZone?, fileUnit: GlucoseUnit? = nil, dateOrder: DateOrder? = nil,
    columns: ColumnMapping? = nil, now: Date? = nil
  ) {
    (self.zone, self.fileUnit, self.dateOrder, self.now) = (zone, fileUnit, dateOrder, now)
    sharedColumns = columns.map { Shared($0) }
  }
}

/// The order of year, month, and day in a date.
public enum DateOrder: String, Codable, Sendable {
  /// Year, month, day, as in ISO 8601: 2025-05-04.
  case yearFirst
  /// Day, month, year: 04-05-2025 is 4 May.
  case dayFirst
  /// Month, day, year: 04-05-2025 is 5 April.
  case monthFirst

  static let all = [yearFirst, dayFirst, monthFirst]
}
