#if Logbook
  internal import GRDB

  /// The rows of a table that can be read, although pages of the table are damaged.
  ///
  /// A damaged page is an error of every query that meets it, or ends the query early. The table is
  /// read by ascending keys up to the first error, by descending keys up to the last, and between them
  /// from keys at a distance until one of them is beyond the damage, whose end is then found by
  /// bisection.
  struct DamagedRows<Value> {
    /// The rows, by ascending keys.
    private(set) var rows: [(key: Double, value: Value)] = []
    /// The keys between which rows may be missing; infinite where no row was read.
    private(set) var gaps: [ClosedRange<Double>] = []

    /// Passes the rows from a key on, in either direction, until `row` returns `false`.
    typealias Scan = (
      _ key: Double, _ isAscending: Bool, _ row: (_ key: Double, _ value: Value) -> Bool
    ) throws -> Void

    /// The number of keys at equal distances that are tried between two rows.
    private static var mostKeys: Double { 2000 }

    /// Reads the rows of a table. The `keys` are tried if neither the first nor the last row can be read,
    /// and the end of a damage is found within `step`.
    init(of keys: ClosedRange<Double>, step: Double, scan: Scan) throws {
      let (first, isComplete) = try Self.read(from: -.infinity, true, scan)
      rows = first
      if isComplete, try Self.firstKey(from: .infinity, false, scan) == first.last?.key { return }
      try Self.removeDoubtful(&rows, true, scan)
      var start = rows.last?.key ?? -.infinity
      var (last, _) = try Self.read(from: .infinity, false, upTo: start, scan)
      try Self.removeDoubtful(&last, false, scan)
      let end = last.last?.key ?? .infinity
      let upper = end.isFinite ? end : max(keys.upperBound, start)
      var unreadable = start.isFinite ? start : min(keys.lowerBound, upper)
      let farthest = max(step, (upper - unreadable) / Self.mostKeys)
      var distance = step
      while unreadable + distance < upper {
        var next = unreadable + distance
        guard try Self.firstKey(from: next, true, scan) != nil else {
          unreadable = next
          distance = min(2 * distance, farthest)
          continue
        }
        while next - unreadable > step {
          let middle = unreadable + (next - unreadable) / 2
          if try Self.firstKey(from: middle, true, scan) != nil {
            next = middle
          } else {
            unreadable = middle
          }
        }
        var (found, _) = try Self.read(from: next, true, upTo: end, scan)
        try Self.removeDoubtful(&found, true, scan)
        if let first = found.first?.key, let last = found.last?.key {
          gaps.append(start...first)
          rows += found
          start = last
        }
        (unreadable, distance) = (max(start, next), step)
      }
      gaps.append(start...end)
      rows += last.reversed()
    }

    /// Returns the key of the next row from a key on, or `nil` if it cannot be read or there is none.
    private static func firstKey(
      from key: Double, _ isAscending: Bool, _ scan: Scan
    ) throws -> Double? {
      var found: Double?
      do {
        try scan(key, isAscending) { key, _ in
          found = key
          return false
        }
      } catch let error where error.isDamage { return nil }
      return found
    }

    /// Removes the last rows as far as a query for their key does not find them: they are damaged, and
    /// their keys are not between those around them.
    private static func removeDoubtful(
      _ rows: inout [(key: Double, value: Value)], _ isAscending: Bool, _ scan: Scan
    ) throws {
      while let last = rows.last, try firstKey(from: last.key, isAscending, scan) != last.key {
        rows.removeLast()
      }
    }

    /// Returns the rows from a key on that are before another one, up to the first error, and a Boolean
    /// value that indicates whether there was none.
    private static func read(
      from start: Double, _ isAscending: Bool, upTo end: Double? = nil, _ scan: Scan
    ) throws -> (rows: [(key: Double, value: Value)], isComplete: Bool) {
      var found: [(key: Double, value: Value)] = []
      var isInOrder = true
      do {
        try scan(start, isAscending) { key, value in
          if let end, isAscending ? key >= end : key <= end { return false }
          let before = found.last?.key ?? start
          isInOrder = isAscending ? before <= key : key <= before
          if isInOrder { found.append((key, value)) }
          return isInOrder
        }
      } catch let error where error.isDamage { return (found, false) }
      return (found, isInOrder)
    }
  }

  /// A key that no sound row has.
  struct DamagedKey: Error {}

  extension Error {
    /// A Boolean value that indicates whether a query failed because of what is in the file or because
    /// the disk cannot read it. A damaged length is a failure to allocate memory.
    var isDamage: Bool {
      if self is DamagedKey { return true }
      guard let code = (self as? DatabaseError)?.resultCode else { return false }
      return [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_TOOBIG].contains(code)
    }
  }
#endif
