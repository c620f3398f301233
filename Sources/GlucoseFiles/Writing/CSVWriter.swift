internal import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A writer of readings as a plain table, one row for each reading: `id,time,gl`.
///
///     let options = ReadOptions(zone: TimeZone(identifier: "Europe/Oslo"))
///     let file = try GlucoseFile(contentsOf: "export.csv", options: options)
///     let bytes = CSVWriter(unit: .mgdL, zone: .gmt).bytes(of: file.people)
///     // id,time,gl (mg/dL),flags
///     // Subject 1,2025-06-06T16:50:27Z,174,
///
/// Times include their offset from UTC, so the table is read without a time zone. ``GlucoseFile``
/// reads it back: instants to the nanosecond, values in mg/dL exactly (in mmol/L to the last place
/// of a `Double`), identifiers, and flags. A plain table does not contain events,
/// ``ImportedPerson/scans``, ``ImportedPerson/meter``, or devices.
public struct CSVWriter: Sendable {
  let unit: GlucoseUnit
  let zone: TimeZone
  let isBare: Bool

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - unit: The unit of the concentrations.
  ///   - zone: The time zone of the times, which are written with their offset.
  ///   - isBare: Whether the table is the `id,time,gl` that other programs expect: the unit must be
  ///     specified to them, and flags are lost. Otherwise, the unit is in the header, and a column
  ///     has the flags of the readings.
  public init(unit: GlucoseUnit, zone: TimeZone, isBare: Bool = false) {
    (self.unit, self.zone, self.isBare) = (unit, zone, isBare)
  }

  /// Returns the table as text in UTF-8, with lines that end in LF.
  ///
  /// All people are in memory at once; see ``write(_:to:)``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of readings.
  public func bytes(of people: some Sequence<ImportedPerson>) -> [UInt8] {
    let people = Array(people)
    var bytes: [UInt8] = []
    // A whole second and its offset have up to 25 characters. A concentration has up to four in
    // mg/dL as most devices store it, and up to 18 in mmol/L.
    let length = unit == .mgdL ? 33 : 47
    bytes.reserveCapacity(
      people.reduce(64) { $0 + $1.recording.series.count * (($1.id?.utf8.count ?? 0) + length) })
    write(people) { bytes += $0 }
    return bytes
  }

  /// Writes the table in pieces, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - people: The people to write, in order.
  ///   - sink: A closure called with the pieces in order, each of about 64 KiB.
  /// - Precondition: All times are from 0001-01-02 to 9999-12-30, and so in the years 1 to 9999 in
  ///   every time zone.
  /// - Throws: Any error that `sink` throws.
  public func write<Failure>(
    _ people: some Sequence<ImportedPerson>, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var piece = ByteBuilder(capacity: ByteBuilder.pieceSize + 256)
    piece.add(isBare ? "id,time,gl\n" : "id,time,gl (\(unit.rawValue)),flags\n")
    for subject in people {
      let series = subject.recording.series
      guard let first = series.times.first, let last = series.times.last else { continue }
      precondition(
        Self.writableTimes.contains(first) && Self.writableTimes.contains(last),
        "Times must be from 0001-01-02 to 9999-12-30")
      let table = ZoneTable(zone, covering: first...last)
      let id = ByteBuilder.cell(subject.id ?? "") + [Byte.comma]
      for ((time, value), flags) in zip(zip(series.times, series.values), series.flags) {
        piece.add(id)
        piece.add(time: time, offset: table.offset(at: time))
        piece.add(Byte.comma)
        piece.add(number: Glucose.mgdL(value).value(in: unit))
        if !isBare {
          piece.add(Byte.comma)
          if !flags.isEmpty { piece.add(PlainFlags.cell(flags)) }
        }
        piece.add(Byte.lineFeed)
        try piece.flush(ByteBuilder.pieceSize, to: sink)
      }
    }
    try piece.flush(to: sink)
  }

  /// The times from 0001-01-02 to 9999-12-30, in seconds since the reference date, with a margin of
  /// a day for the time zone.
  static var writableTimes: ClosedRange<Double> { -63_113_817_600...252_423_820_800 }
}
