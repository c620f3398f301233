public import GlucoseMath
public import GlucoseFoundation

/// Two readings of one person and one kind at the same instant with different concentrations, of
/// which one was discarded.
///
/// A reading that repeats another with the same concentration is not a conflict. Readings that were
/// written in different units and are less than 1 mg/dL apart are not a conflict either: each was
/// rounded.
public struct ReadingConflict: Equatable, Sendable, CustomStringConvertible {
  package struct Side: Equatable, Sendable {
    package var glucose: Glucose
    /// The unit in which the reading was written, or `nil` if it is unknown.
    package var unit: GlucoseUnit?
    /// The name of the device in the file, or of the file in the archive; `nil` if there is no name.
    package var source: String?
    /// The line on which the reading's row starts; `nil` for a conflict between files.
    package var line: Int?

    fileprivate func text(in other: GlucoseUnit?) -> String {
      let unit = other ?? unit ?? .mgdL
      let value = Records.text((glucose.value(in: unit) * 100).rounded() / 100)
      return "\(value) \(unit.rawValue)" + (line.map { " on line \($0)" } ?? "")
    }
  }

  /// The identifier of the person in the file, or `nil` if there is none.
  public var person: String?
  /// The instant.
  public var time: Date
  /// The reading that was kept: the last in the file, or that of the last file in the archive.
  package var kept: Side
  package var discarded: Side

  /// The two readings as a sentence, each in the unit in which it was written.
  public var description: String { "\(text(in: nil))." }

  typealias PlacedReading = (time: Double, place: Int, mgdL: Double)

  /// Returns the contradictions between the last reading of an instant and the others.
  static func conflicts(
    among readings: [PlacedReading], of person: String?, _ side: (PlacedReading) -> Side
  ) -> [ReadingConflict] {
    let sorted = readings.sorted { ($0.time, $0.place) < ($1.time, $1.place) }
    var found: [ReadingConflict] = []
    var start = 0
    while start < sorted.count {
      let end = sorted[start...].firstIndex { $0.time != sorted[start].time } ?? sorted.count
      let last = sorted[end - 1]
      for other in sorted[start..<(end - 1)] where other.mgdL != last.mgdL {
        let (kept, discarded) = (side(last), side(other))
        let isRounded = kept.unit != discarded.unit && (last.mgdL - other.mgdL).magnitude < 1
        if isRounded { continue }
        let time = Date(timeIntervalSinceReferenceDate: last.time)
        found.append(
          ReadingConflict(person: person, time: time, kept: kept, discarded: discarded))
      }
      start = end
    }
    return found
  }

  func text(in unit: GlucoseUnit?) -> String {
    "\(time.formatted(.iso8601)): \(kept.text(in: unit)) kept, "
      + "\(discarded.text(in: unit)) discarded"
  }

  /// Returns lines of text with the number of conflicts and, for each pair of sources, their number
  /// and an example.
  ///
  /// - Parameters:
  ///   - conflicts: The conflicts, within a file or between files.
  ///   - unit: The unit of the concentrations in the examples, or `nil` for the unit in which each
  ///     was written.
  ///   - limit: The maximum number of pairs of sources to describe.
  /// - Complexity: O(*n*), where *n* is the number of conflicts.
  public static func summary(
    of conflicts: [ReadingConflict], in unit: GlucoseUnit?, pairLimit limit: Int = 10
  ) -> [String] {
    guard let first = conflicts.first else { return [] }
    let kept = first.kept.line == nil ? "reading of the last file" : "last reading in the file"
    let count = conflicts.count == 1 ? "1 reading differs" : "\(conflicts.count) readings differ"
    var lines = ["Conflicts: \(count) from another at the same instant; the \(kept) was kept"]
    var counts: [[String?]: Int] = [:]
    var examples: [ReadingConflict] = []
    for conflict in conflicts {
      if counts[conflict.sources] == nil { examples.append(conflict) }
      counts[conflict.sources, default: 0] += 1
    }
    for conflict in examples.prefix(limit) {
      lines.append(
        "Conflicts of \(conflict.sourcesText): \(counts[conflict.sources] ?? 0), such as "
          + conflict.text(in: unit))
    }
    if examples.count > limit {
      lines.append("Conflicts of \(examples.count - limit) more pairs of sources")
    }
    return lines
  }

  private var sources: [String?] { [kept.source, discarded.source] }

  private var sourcesText: String {
    func name(_ source: String?) -> String { source.map { "\"\($0)\"" } ?? "an unnamed source" }
    guard kept.source == discarded.source
    else { return "\(name(kept.source)), kept, with \(name(discarded.source))" }
    return kept.source == nil ? "unnamed sources" : "\(name(kept.source)) with itself"
  }
}
