// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

  /// The rows of a table that can be read, although pages of the table are damaged.
  ///
  /// A damaged page is an error of every query that meets it, and of no other. The table is read by
  /// ascending keys up to the first error, by descending keys up to the last, and between them from
  /// keys at a distance until one of them is beyond the damage, whose end is then found by bisection.
  struct DamagedRows<Value> {
    /// The rows, by ascending keys.
    private(set) var rows: [(key: Double, value: Value)] = []
    /// The keys between which rows may be missing; infinite where no row was read.
    private(set) var gaps: [ClosedRange<Double>] = []

    /// A function that passes the rows from a key on, in ascending or descending order, until the
    /// last or until `row` returns `false`.
    typealias Scan = (
      _ key: Double, _ isAscending: Bool, _ row: (_ key: Double, _ value: Value) -> Bool
    ) throws -> Void

    /// The maximum number of keys that are tried.
    private static var mostKeys: Double { 10_000 }

    /// Reads the rows of a table.
    ///
    /// - Parameters:
    ///   - keys: The keys to try if neither the first nor the last row can be read.
    ///   - step: The distance within which the end of a damage is found.
    init(of keys: ClosedRange<Double>, step: Double, scan: Scan) throws {
      let (first, isComplete) = try Self.read(from: -.infinity, true, scan)
      rows = first
      if isComplete { return }
      var last: [(key: Double, value: Value)] = []
      (last, _) = try Self.read(from: .infinity, false, scan)
      let end = last.last?.key ?? .infinity
      // The rows of a damaged table need not be in order.
      rows.removeAll { $0.key >= end }
      var start = rows.last?.key ?? -.infinity
      let upper = end.isFinite ? end : max(keys.upperBound, start)
      let lower = start.isFinite ? start : min(keys.lowerBound, upper)
      let distance = max(step, (upper - lower) / Self.mostKeys)
      var (unreadable, next) = (lower, lower + distance)
      while next < upper {
        guard Self.canBeRead(from: next, scan) else {
          unreadable = next
          next += distance
          continue
        }
        while next - unreadable > step {
          let middle = unreadable + (next - unreadable) / 2
          if Self.canBeRead(from: middle, scan) { next = middle } else { unreadable = middle }
        }
        let (found, _) = try Self.read(from: next, true, upTo: end, scan)
        guard let first = found.first?.key, let last = found.last?.key else { break }
        gaps.append(start...first)
        rows += found
        (start, unreadable, next) = (last, last, last + distance)
      }
      gaps.append(start...end)
      rows += last.reversed()
    }

    /// Returns a Boolean value that indicates whether the next row from a key on can be read, or there is
    /// none.
    private static func canBeRead(from key: Double, _ scan: Scan) -> Bool {
      (try? scan(key, true) { _, _ in false }) != nil
    }

    /// Returns the rows from a key on that are before `end`, up to the first error, and a Boolean value
    /// that indicates whether there was none.
    private static func read(
      from start: Double, _ isAscending: Bool, upTo end: Double = .infinity, _ scan: Scan
    ) throws -> (rows: [(key: Double, value: Value)], isComplete: Bool) {
      var found: [(key: Double, value: Value)] = []
      var isInOrder = true
      do {
        try scan(start, isAscending) { key, value in
          if end < .infinity, key >= end { return false }
          let before = found.last?.key ?? start
          isInOrder = isAscending ? before <= key : key <= before
          if isInOrder { found.append((key, value)) }
          return isInOrder
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return (found, false)
      }
      return (found, isInOrder)
    }
  }
#endif
