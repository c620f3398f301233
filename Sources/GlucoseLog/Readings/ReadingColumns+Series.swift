#if Logbook
  internal import GlucoseMath

  extension ReadingColumns {
    /// Creates columns from the readings of a series, none of which is excluded.
    init(_ series: GlucoseSeries) {
      times = Array(series.times)
      values = Array(series.values)
      marks = series.flags.map(Marks.init)
      // SQLite stores −0 as 0.
      for row in times.indices where times[row] == 0 { times[row] = 0 }
    }

    func series() throws -> GlucoseSeries {
      do throws(InvalidReading) {
        return try ValidatedReadings(times: times, values: values, flags: marks.map(\.flags)).series
      } catch {
        throw LogbookError(.damaged, detail: "\(error)")
      }
    }

    func excluded(_ wanted: Bool) -> ReadingColumns {
      guard marks.contains(where: { $0.contains(.excluded) != wanted }) else { return self }
      var kept = ReadingColumns()
      for row in 0..<count where marks[row].contains(.excluded) == wanted {
        kept.append(row, of: self)
      }
      return kept
    }

    /// Returns these readings and those of `other`, in chronological order. If both have a reading
    /// at the same instant, the result contains the reading of this value.
    func merged(with other: ReadingColumns) -> ReadingColumns {
      if other.times.isEmpty { return self }
      if times.isEmpty { return other }
      var merged = ReadingColumns()
      merged.reserveCapacity(count + other.count)
      var mine = 0
      var theirs = 0
      while mine < count || theirs < other.count {
        if theirs == other.count || mine < count && times[mine] <= other.times[theirs] {
          if theirs < other.count, times[mine] == other.times[theirs] { theirs += 1 }
          merged.append(mine, of: self)
          mine += 1
        } else {
          merged.append(theirs, of: other)
          theirs += 1
        }
      }
      return merged
    }

    func rows(_ rows: [Int]) -> ReadingColumns {
      guard rows.count != count else { return self }
      var some = ReadingColumns()
      for row in rows { some.append(row, of: self) }
      return some
    }

    /// Returns the readings that repeat another, which they follow by less (`<`) than `interval`
    /// seconds, or those that do not.
    ///
    /// A reading that an excluded one follows by less is the same measurement, and a repetition
    /// too.
    func repeated(_ wanted: Bool, within interval: Double) -> ReadingColumns {
      let hasExcluded = marks.contains { $0.contains(.excluded) }
      var rows: [Int] = []
      var kept = -Double.infinity
      for row in 0..<count {
        var isRepeated = times[row] - kept < interval
        if !isRepeated {
          kept = times[row]
          isRepeated = hasExcluded && leadsToExcluded(row, within: interval)
        }
        if isRepeated == wanted { rows.append(row) }
      }
      return self.rows(rows)
    }

    private func leadsToExcluded(_ row: Int, within interval: Double) -> Bool {
      guard !marks[row].contains(.excluded) else { return false }
      var next = row + 1
      while next < count, times[next] - times[row] < interval {
        if marks[next].contains(.excluded) { return true }
        next += 1
      }
      return false
    }

    /// Returns the readings at or after `start` and before `end`, in seconds.
    func within(_ start: Double, _ end: Double) -> ReadingColumns {
      guard let first = times.first, let last = times.last, first < start || last >= end else {
        return self
      }
      return rows((0..<count).filter { times[$0] >= start && times[$0] < end })
    }

    mutating func append(_ row: Int, of other: ReadingColumns) {
      append(time: other.times[row], value: other.values[row], marks: other.marks[row])
    }
  }
#endif
