// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Two readings of one person and one kind at the same instant with different concentrations, of which
/// one was left out.
///
/// A reading that repeats another with the same concentration is no conflict, nor are readings that were
/// written in different units and lie less than 1 mg/dL apart: each was rounded.
public struct ReadingConflict: Hashable, Sendable, CustomStringConvertible {
  /// One of the two readings.
  public struct Side: Hashable, Sendable {
    /// The concentration.
    public var glucose: Glucose
    /// The device as the file names it, or the file in an archive; `nil` if nothing names one.
    public var source: String?
    /// The line of the file on which the reading's row starts; `nil` between files.
    public var line: Int?
  }

  /// The person as the file names it, or `nil` if it names nobody.
  public var person: String?
  /// The instant.
  public var time: Date
  /// The reading that was kept: the last in the file, or that of the last file in the archive.
  public var kept: Side
  /// The reading that was left out.
  public var discarded: Side

  /// The two readings as a sentence, in mg/dL.
  public var description: String { "\(text(in: .mgdL))." }

  /// Whether two concentrations in mg/dL contradict each other; if they were written in different units,
  /// those less than 1 mg/dL apart are one that was rounded in each.
  static func differ(_ one: Double, _ other: Double, isRounded: Bool) -> Bool {
    isRounded ? (one - other).magnitude >= 1 : one != other
  }

  /// The two readings in a unit.
  func text(in unit: GlucoseUnit) -> String {
    "\(time.formatted(.iso8601)): \(kept.text(in: unit)) kept, \(discarded.text(in: unit)) left out"
  }

  /// Returns lines of text that give the number of conflicts, and for each pair of sources their number
  /// and an example.
  ///
  /// - Parameters:
  ///   - conflicts: The conflicts, of one file or between files.
  ///   - unit: The unit of the concentrations in the examples.
  ///   - limit: The number of pairs of sources that are described.
  /// - Complexity: O(*n*), where *n* is the number of conflicts.
  public static func summary(
    of conflicts: [ReadingConflict], in unit: GlucoseUnit, pairs limit: Int = 10
  ) -> [String] {
    guard let first = conflicts.first else { return [] }
    let kept = first.kept.line == nil ? "of the last file" : "last in the file"
    let count = conflicts.count == 1 ? "1 reading differs" : "\(conflicts.count) readings differ"
    var lines = ["Conflicts: \(count) from another of the same instant; the one \(kept) was kept"]
    var counts: [Pair: Int] = [:]
    var examples: [(pair: Pair, conflict: ReadingConflict)] = []
    for conflict in conflicts {
      let pair = Pair(kept: conflict.kept.source, leftOut: conflict.discarded.source)
      if counts[pair] == nil { examples.append((pair, conflict)) }
      counts[pair, default: 0] += 1
    }
    for (pair, conflict) in examples.prefix(limit) {
      lines.append(
        "Conflicts of \(pair.text): \(counts[pair] ?? 0), such as \(conflict.text(in: unit))")
    }
    if examples.count > limit {
      lines.append("Conflicts of \(examples.count - limit) more pairs of sources")
    }
    return lines
  }

  /// The sources of a conflict.
  private struct Pair: Hashable {
    var kept: String?
    var leftOut: String?

    var text: String {
      if kept == leftOut { return kept.map { "\"\($0)\" with itself" } ?? "unnamed sources" }
      func name(_ source: String?) -> String { source.map { "\"\($0)\"" } ?? "an unnamed source" }
      return "\(name(kept)), kept, with \(name(leftOut))"
    }
  }
}

extension ReadingConflict.Side {
  fileprivate func text(in unit: GlucoseUnit) -> String {
    let number = (glucose.value(in: unit) * 100).rounded() / 100
    let digits = "\(number)"
    let value = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    return "\(value) \(unit.rawValue)" + (line.map { " on line \($0)" } ?? "")
  }
}
