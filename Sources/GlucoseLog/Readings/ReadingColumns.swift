// SPDX-License-Identifier: Apache-2.0

#if Logbook
  /// Readings of one source as columns of equal length, in order of time, excluded ones among them.
  struct ReadingColumns: Hashable {
    var times: [Double] = []
    var values: [Double] = []
    var flags: [UInt8] = []
    var excluded: [Bool] = []

    var count: Int { times.count }

    mutating func append(time: Double, value: Double, flags: UInt8, excluded: Bool) {
      times.append(time)
      values.append(value)
      self.flags.append(flags)
      self.excluded.append(excluded)
    }
  }

  extension ReadingColumns: Codable {
    private enum CodingKeys: String, CodingKey { case times, values, flags, excluded }

    /// Columns whose flags are all zero come without flags; excluded readings by their positions.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      times = try container.decode([Double].self, forKey: .times)
      values = try container.decode([Double].self, forKey: .values)
      let flags = try container.decodeIfPresent([UInt8].self, forKey: .flags)
      self.flags = flags ?? Array(repeating: 0, count: times.count)
      excluded = Array(repeating: false, count: times.count)
      for position in try container.decodeIfPresent([Int].self, forKey: .excluded) ?? [] {
        guard excluded.indices.contains(position) else {
          throw DecodingError.dataCorruptedError(
            forKey: .excluded, in: container,
            debugDescription: "no reading has position \(position)")
        }
        excluded[position] = true
      }
      guard values.count == times.count, self.flags.count == times.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .values, in: container, debugDescription: "the columns differ in length")
      }
      guard zip(times, times.dropFirst()).allSatisfy(<), times.allSatisfy(\.isFinite),
        values.allSatisfy({ $0.isFinite && $0 > 0 })
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .times, in: container,
          debugDescription: "times must ascend, and values be positive numbers")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(times, forKey: .times)
      try container.encode(values, forKey: .values)
      if flags.contains(where: { $0 != 0 }) { try container.encode(flags, forKey: .flags) }
      let positions = excluded.indices.filter { excluded[$0] }
      if !positions.isEmpty { try container.encode(positions, forKey: .excluded) }
    }
  }
#endif
