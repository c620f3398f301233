/// The numbers of readings or events that a store added, left unchanged, replaced, or left out.
public struct StoreResult: Equatable, Codable, Sendable {
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
  /// or identifier. In a live session, also that of new readings that are less (`<`) than 30 seconds,
  /// half of the shortest interval of a sensor, from another one: a logbook stores them, but they are
  /// in no series.
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
