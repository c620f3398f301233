/// The rows of each person in a table whose rows are in any order.
///
/// Rows of one person that are adjacent, as in a sorted table, are kept as ranges; in a table with short
/// ranges, each row has four bytes instead.
struct RowGroups: Sendable {
  /// The person of each group, `nil` for a table without ids.
  private(set) var keys: [Key?] = []
  /// The position after the last element of each group in ``ranges`` or ``rows``.
  private var ends: [Int] = []
  private var ranges: [(start: UInt32, count: UInt32)] = []
  private var rows: [UInt32] = []
  private var usesRanges = true

  /// The number of people.
  var count: Int { ends.count }

  /// Creates one group of all rows.
  init(rowCount: Int) {
    guard rowCount > 0 else { return }
    keys = [nil]
    ends = [1]
    ranges = [(0, UInt32(rowCount))]
  }

  /// Groups rows by the ids of a column, in order of appearance.
  init(_ column: KeyColumn, _ table: ArrowTable) throws {
    var column = column
    var runs: [(start: UInt32, count: UInt32, code: Int32)] = []
    let limit = max(4096, table.rowCount / 16)
    var totals: [Int] = []
    var order: [Int32] = []
    func visit(_ column: inout KeyColumn, _ body: (Int32, Range<Int>) -> Void) throws {
      for (part, rows) in table.rowsOfBatches.enumerated() {
        let first = table.starts[part]
        try column.forEachRun(rows, of: part) { code, rows in
          body(code, (first + rows.lowerBound)..<(first + rows.upperBound))
        }
      }
    }
    try visit(&column) { code, rows in
      while totals.count <= Int(code) { totals.append(0) }
      if totals[Int(code)] == 0 { order.append(code) }
      totals[Int(code)] += rows.count
      if runs.count <= limit {
        runs.append((UInt32(rows.lowerBound), UInt32(rows.count), code))
      }
    }
    usesRanges = runs.count <= limit
    var places = [Int](repeating: 0, count: totals.count)
    if usesRanges {
      totals = totals.map { _ in 0 }
      for run in runs { totals[Int(run.code)] += 1 }
    }
    var end = 0
    for code in order {
      keys.append(column.keys[Int(code)])
      places[Int(code)] = end
      end += totals[Int(code)]
      ends.append(end)
    }
    if usesRanges {
      ranges = Array(repeating: (0, 0), count: end)
      for run in runs {
        ranges[places[Int(run.code)]] = (run.start, run.count)
        places[Int(run.code)] += 1
      }
    } else {
      runs = []
      var rows = [UInt32](repeating: 0, count: end)
      try visit(&column) { code, range in
        for row in range {
          rows[places[Int(code)]] = UInt32(row)
          places[Int(code)] += 1
        }
      }
      self.rows = rows
    }
  }

  /// Returns the number of rows of a person.
  func rowCount(of person: Int) -> Int {
    let elements = elements(of: person)
    return usesRanges ? ranges[elements].reduce(0) { $0 + Int($1.count) } : elements.count
  }

  private func elements(of person: Int) -> Range<Int> {
    (person == 0 ? 0 : ends[person - 1])..<ends[person]
  }

  /// Calls `body` with each range of adjacent rows of a person, ascending.
  func forEachRange(of person: Int, _ body: (Range<Int>) throws -> Void) rethrows {
    let elements = elements(of: person)
    guard !usesRanges else {
      for range in ranges[elements] {
        try body(Int(range.start)..<(Int(range.start) + Int(range.count)))
      }
      return
    }
    var position = elements.lowerBound
    while position < elements.upperBound {
      let start = Int(rows[position])
      var end = start + 1
      position += 1
      while position < elements.upperBound, Int(rows[position]) == end {
        position += 1
        end += 1
      }
      try body(start..<end)
    }
  }
}
