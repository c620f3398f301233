// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension WrittenTime {
  /// The instants that are accepted as times of a record: the years 1900 to 2299.
  static let instants: ClosedRange<Double> = -3_187_296_000...9_435_484_800

  /// Returns the time as an instant with the offset of the person's clock, if the offset is stated
  /// or specified; the time unchanged if it is local; `nil` if its date is not in the calendar.
  func resolved(offset stated: Int16? = nil) -> WrittenTime? {
    if form == .instant {
      guard Self.instants.contains(seconds) else { return nil }
      var stamp = self
      stamp.offset = stated ?? offset
      return stamp
    }
    guard form == .yearFirst, let midnight = midnight(.yearFirst) else { return nil }
    guard let offset = offset ?? stated else { return self }
    // Whole seconds first, so that a fraction is rounded only once.
    var stamp = WrittenTime(instant: midnight - Double(offset) * 60 + seconds)
    stamp.offset = stated ?? offset
    return stamp
  }
}

extension JSONScanner {
  /// Returns a time in milliseconds or seconds since 1970, as a number or as text, or in a written
  /// notation.
  func moment(_ node: Int?) -> WrittenTime? {
    guard let node = node.map({ unwrapped($0) }) else { return nil }
    switch nodes[node].kind {
    case .number: return epoch(node)
    case .string: return stamp(node) ?? epoch(node)
    default: return nil
    }
  }

  private func epoch(_ node: Int) -> WrittenTime? {
    guard let instant = instant(milliseconds: node) else { return nil }
    // Fewer milliseconds are before 1973, when there was no sensor: they are seconds.
    let reference = Date.timeIntervalBetween1970AndReferenceDate
    let milliseconds = ((instant + reference) * 1000).rounded()
    if 1e8..<1e11 ~= milliseconds { return WrittenTime(instant: milliseconds - reference) }
    return WrittenTime(instant: instant)
  }

  /// Returns the instant in the first of the nodes that has one; if none has, the local time in the
  /// first that has one.
  ///
  /// - Parameters:
  ///   - others: The nodes after the first.
  ///   - offset: The minutes by which the person's clock was ahead of UTC, as the record states.
  @inline(__always)
  func time(
    of node: Int?, _ others: @autoclosure () -> [Int?] = [], offset: Int16? = nil
  ) throws(RecordRejection) -> RecordTime {
    // Nearly every record states its instant first.
    if let first = filled(node), let stamp = moment(first)?.resolved(offset: offset),
      !stamp.isWallClock
    {
      return RecordTime(stamp: stamp)
    }
    return try time(of: [node] + others(), offset: offset)
  }

  private func time(of nodes: [Int?], offset: Int16?) throws(RecordRejection) -> RecordTime {
    var unreadable: Int?
    var wallClock: RecordTime?
    for node in nodes {
      guard let node = filled(node) else { continue }
      guard let stamp = moment(node)?.resolved(offset: offset) else {
        if unreadable == nil { unreadable = node }
        continue
      }
      if !stamp.isWallClock { return RecordTime(stamp: stamp) }
      if wallClock == nil { wallClock = RecordTime(stamp: stamp, text: text(node)) }
    }
    if let wallClock { return wallClock }
    guard let unreadable else { throw RecordRejection(.missingTime, excerpt(0)) }
    throw RecordRejection(.unreadableTime, excerpt(unreadable))
  }

  /// Returns the minutes ahead of UTC in a node.
  func offset(_ node: Int?) -> Int16? {
    number(node).flatMap { $0.magnitude <= 18 * 60 ? Int16($0) : nil }
  }

  /// Returns the value within an object such as `{"$date": …}`, in which databases encode types.
  func unwrapped(_ node: Int) -> Int {
    guard nodes[node].kind == .object, nodes[node].next > node + 1,
      bytes[nodes[node + 1].start] == UInt8(ascii: "$")
    else { return node }
    return unwrapped(node + 2)
  }
}

/// The time of a record, with its text as written if it is local.
struct RecordTime {
  var stamp: WrittenTime
  var text: String?
}

extension RowCollector.Place {
  /// Creates the place of a record of a document.
  init(_ time: RecordTime, line: Int) { self.init(line: line, text: time.text) }
}
