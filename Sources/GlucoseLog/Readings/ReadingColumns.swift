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
          throw LogbookError(.damaged, detail: "the marks of a reading are out of range")
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
#endif
