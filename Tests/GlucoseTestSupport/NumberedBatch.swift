// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import Foundation
public import GlucoseMath

/// What a process under test writes in one step, told by its number alone, so that whoever opens the
/// file afterwards can say whether the step is there, and whole.
public struct NumberedBatch: Sendable {
  /// The number, from which everything else follows.
  public let number: Int
  /// The name of the process that writes the batch.
  public let writer: String

  /// The batch of `writer` with this number.
  public init(_ number: Int, of writer: String) {
    self.number = number
    self.writer = writer
  }

  /// One to two hundred readings, a minute apart, that no other batch of the writer has.
  public var readings: [Reading] {
    (0..<count).map { index in
      Reading(time: start + Double(index) * 60, glucose: .mgdL(Double(40 + (number + index) % 361)))
    }
  }

  /// A meal whose note says how many readings belong to the batch.
  public var event: DiaryEvent {
    DiaryEvent(
      id: DiaryEvent.ID(rawValue: "\(writer)-\(number)"), at: start, in: .gmt,
      .meal(Meal(carbs: Double(number))), note: "\(count)")
  }

  /// How many readings belong to the batch.
  public var count: Int { 1 + number * 7919 % 200 }
  /// The instant of the event and the first reading.
  public var start: Date { Date(timeIntervalSinceReferenceDate: Double(number) * 20_000) }
  /// The stretch of time that the batch has to itself.
  public var range: Range<Date> { start..<(start + 20_000) }
}
