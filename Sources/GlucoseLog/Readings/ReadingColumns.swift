#if Logbook
  internal import GlucoseMath

  /// The readings of one source, including excluded ones, as columns of equal length in
  /// chronological order. At one instant, a reading precedes those that conflict with it.
  struct ReadingColumns: Hashable {
    var times: [Double] = []
    var values: [Double] = []
    var marks: [Marks] = []

    /// The marks of a reading: the bits of its flags, an exclusion bit, and a conflict bit.
    struct Marks: OptionSet, Hashable {
      var rawValue: UInt16

      static let excluded = Self(rawValue: 1 << 8)
      /// The source has another reading at the instant, which is the one in a series.
      static let conflicting = Self(rawValue: 1 << 9)

      init(rawValue: UInt16) { self.rawValue = rawValue }

      /// Creates the marks of a stored number. Throws if it has other bits, as in a damaged file.
      init(stored: Int64) throws {
        guard 0...1023 ~= stored else {
          throw LogbookError(damaged: "the marks of a reading are out of range")
        }
        rawValue = UInt16(stored)
      }

      init(_ flags: ReadingFlags) { rawValue = UInt16(flags.rawValue) }

      var flags: ReadingFlags { ReadingFlags(rawValue: UInt8(truncatingIfNeeded: rawValue)) }
    }

    var count: Int { times.count }

    mutating func append(time: Double, value: Double, marks: Marks) {
      times.append(time)
      values.append(value)
      self.marks.append(marks)
    }

    mutating func reserveCapacity(_ capacity: Int) {
      times.reserveCapacity(capacity)
      values.reserveCapacity(capacity)
      marks.reserveCapacity(capacity)
    }
  }

  extension ReadingColumns: Codable {
    private enum CodingKeys: String, CodingKey { case times, values, flags, excluded, conflicting }

    /// Decodes columns. The flags are absent if all are empty; excluded and conflicting readings are
    /// listed by position.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      times = try container.decode([Double].self, forKey: .times)
      values = try container.decode([Double].self, forKey: .values)
      let flags = try container.decodeIfPresent([ReadingFlags].self, forKey: .flags)
      marks = flags?.map(Marks.init) ?? Array(repeating: [], count: times.count)
      guard values.count == times.count, marks.count == times.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .values, in: container, debugDescription: "the columns must have equal length")
      }
      for (key, mark) in Self.listed {
        for position in try container.decodeIfPresent([Int].self, forKey: key) ?? [] {
          guard marks.indices.contains(position) else {
            throw DecodingError.dataCorruptedError(
              forKey: key, in: container, debugDescription: "no such position")
          }
          marks[position].insert(mark)
        }
      }
      guard zip(times, times.dropFirst()).allSatisfy(<=), (try? series()) != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .times, in: container,
          debugDescription: "times must ascend within the years 1 to 9999; values must be positive")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(times, forKey: .times)
      try container.encode(values, forKey: .values)
      if marks.contains(where: { !$0.flags.isEmpty }) {
        try container.encode(marks.map(\.flags), forKey: .flags)
      }
      for (key, mark) in Self.listed {
        let positions = marks.indices.filter { marks[$0].contains(mark) }
        if !positions.isEmpty { try container.encode(positions, forKey: key) }
      }
    }

    private static let listed: [(CodingKeys, Marks)] = [
      (.excluded, .excluded), (.conflicting, .conflicting),
    ]
  }

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
      } catch { throw LogbookError(damaged: "\(error)") }
    }

    func excluded(_ wanted: Bool) -> ReadingColumns {
      guard marks.contains(where: { $0.contains(.excluded) != wanted }) else { return self }
      return rows { marks[$0].contains(.excluded) == wanted }
    }

    /// The readings of the series, one for each instant.
    var ofSeries: ReadingColumns { rows { !marks[$0].contains(.conflicting) } }

    /// Returns these readings and those of `other`, in chronological order. If both have a reading
    /// at the same instant, the result contains the reading of this value.
    func merged(with other: ReadingColumns) -> ReadingColumns {
      if other.times.isEmpty { return self }
      if times.isEmpty { return other }
      var merged = ReadingColumns()
      merged.reserveCapacity(count + other.count)
      var theirs = 0
      for mine in 0..<count {
        while theirs < other.count, other.times[theirs] < times[mine] {
          merged.append(theirs, of: other)
          theirs += 1
        }
        if theirs < other.count, other.times[theirs] == times[mine] { theirs += 1 }
        merged.append(mine, of: self)
      }
      for row in theirs..<other.count { merged.append(row, of: other) }
      return merged
    }

    func rows(where isIncluded: (Int) -> Bool) -> ReadingColumns {
      rows(times.indices.filter(isIncluded))
    }

    func rows(_ rows: [Int]) -> ReadingColumns {
      guard count > 0, rows.count != count else { return self }
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
      let next = (row + 1..<count).lazy.prefix { times[$0] - times[row] < interval }
      return !marks[row].contains(.excluded) && next.contains { marks[$0].contains(.excluded) }
    }

    /// Returns the readings at or after `start` and before `end`, in seconds.
    func within(_ start: Double, _ end: Double) -> ReadingColumns {
      guard let first = times.first, let last = times.last, first < start || last >= end else {
        return self
      }
      return rows { times[$0] >= start && times[$0] < end }
    }

    mutating func append(_ row: Int, of other: ReadingColumns) {
      append(time: other.times[row], value: other.values[row], marks: other.marks[row])
    }
  }
#endif
