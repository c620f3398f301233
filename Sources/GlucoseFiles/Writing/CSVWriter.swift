// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Writes readings as a plain table, one row to a reading: `id,time,gl`.
///
///     let bytes = CSVWriter().bytes(of: file.subjects)
///     // id,time,gl (mg/dL),flags
///     // Subject 1,2025-06-06T16:50:27Z,174,
///
/// Times carry their offset from UTC, so the table needs no zone to be read. ``GlucoseFile`` reads
/// it back: instants to the nanosecond, values bit for bit in mg/dL (in mmol/L to the last place of
/// a `Double`), identifiers and flags. A plain table does not carry events, the series
/// ``Subject/scans`` and ``Subject/meter``, nor which device measured.
public struct CSVWriter: Hashable, Sendable {
  /// The columns of the table.
  public enum Columns: Hashable, Sendable {
    /// Identifier, time, glucose with its unit in the header, and the readings' flags.
    case complete
    /// The bare `id,time,gl` that other programs expect: the unit must be told, and flags are lost.
    case bare
  }

  /// The unit in which concentrations are written.
  public var unit: GlucoseUnit
  /// The zone whose clock is written, with its offset.
  public var zone: TimeZone
  /// The columns of the table.
  public var columns: Columns

  /// A writer in this unit and on the clock of this zone.
  public init(unit: GlucoseUnit = .mgdL, zone: TimeZone = .gmt, columns: Columns = .complete) {
    self.unit = unit
    self.zone = zone
    self.columns = columns
  }

  /// The table as text in UTF-8, lines ending in LF.
  ///
  /// - Complexity: O(*n*) in readings.
  public func bytes(of subjects: some Sequence<ImportedPerson>) -> [UInt8] {
    var bytes: [UInt8] = []
    write(subjects) { bytes += $0 }
    return bytes
  }

  /// The table as a string.
  public func string(of subjects: some Sequence<ImportedPerson>) -> String {
    String(decoding: bytes(of: subjects), as: UTF8.self)
  }

  /// Writes the table piece by piece, so that it is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - subjects: The persons to write, one after the other.
  ///   - sink: Takes the pieces in order, each of about 64 KiB.
  /// - Precondition: All times lie from 0001-01-02 to 9999-12-30, so that they do in every zone's years
  ///   1 to 9999.
  /// - Throws: What `sink` throws.
  public func write<Failure>(
    _ subjects: some Sequence<ImportedPerson>, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let pieceSize = 1 << 16
    var piece = ByteBuilder(capacity: pieceSize + 256)
    switch columns {
    case .complete: piece.add("id,time,gl (\(unit.rawValue)),flags\n")
    case .bare: piece.add("id,time,gl\n")
    }
    for subject in subjects {
      let series = subject.recording.series
      guard let first = series.times.first, let last = series.times.last else { continue }
      precondition(
        Self.writableTimes.contains(first) && Self.writableTimes.contains(last),
        "A table writes times from 0001-01-02 to 9999-12-30")
      let table = ZoneTable(zone, covering: first...last)
      let id = ByteBuilder.cell(subject.id ?? "")
      for ((time, value), flags) in zip(zip(series.times, series.values), series.flags) {
        piece.add(id)
        piece.add(Byte.comma)
        piece.add(time: time, offset: table.offset(at: time))
        piece.add(Byte.comma)
        piece.add(number: Glucose.mgdL(value).value(in: unit))
        if columns == .complete {
          piece.add(Byte.comma)
          if !flags.isEmpty { piece.add(PlainFlags.cell(flags)) }
        }
        piece.add(Byte.lineFeed)
        if piece.bytes.count >= pieceSize {
          try sink(piece.bytes)
          piece.removeAll()
        }
      }
    }
    if !piece.bytes.isEmpty { try sink(piece.bytes) }
  }

  /// From 0001-01-02 to 9999-12-30, in seconds since the reference date, with a day for the zone.
  static var writableTimes: ClosedRange<Double> { -63_113_817_600...252_423_820_800 }
}
