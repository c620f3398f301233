/// The numbers of readings or events that a store added, left unchanged, replaced, or left out.
public struct StoreResult: Equatable, Sendable {
  /// The number of new items.
  public var added: Int
  /// The number of items that equal a stored one.
  public var unchanged: Int
  /// The number of items that replaced a stored one with other content.
  public var replaced: Int
  /// The number of items for which a stored one with other content was kept. A logbook keeps such a
  /// reading, too, marked, and in no series.
  public var conflicting: Int
  /// The number of items that were dropped because another item of the same call had their instant
  /// or identifier, or, in the store of a live session, because they repeat another reading at a
  /// slightly different time: less (`<`) than 30 seconds away, half of the shortest interval of a
  /// sensor.
  public var repeated: Int

  /// Creates the numbers.
  public init(
    added: Int = 0, unchanged: Int = 0, replaced: Int = 0, conflicting: Int = 0, repeated: Int = 0
  ) {
    self.added = added
    self.unchanged = unchanged
    self.replaced = replaced
    self.conflicting = conflicting
    self.repeated = repeated
  }
}

extension StoreResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case added, unchanged, replaced, conflicting, repeated
  }

  /// Decodes the numbers; a missing number of replaced items is zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    added = try container.decode(Int.self, forKey: .added)
    unchanged = try container.decode(Int.self, forKey: .unchanged)
    replaced = try container.decodeIfPresent(Int.self, forKey: .replaced) ?? 0
    conflicting = try container.decode(Int.self, forKey: .conflicting)
    repeated = try container.decode(Int.self, forKey: .repeated)
  }

  /// Encodes the numbers, without that of replaced items if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(added, forKey: .added)
    try container.encode(unchanged, forKey: .unchanged)
    if replaced != 0 { try container.encode(replaced, forKey: .replaced) }
    try container.encode(conflicting, forKey: .conflicting)
    try container.encode(repeated, forKey: .repeated)
  }
}
