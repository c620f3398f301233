public import GlucoseDiary
public import Foundation
public import GlucoseMath

/// The readings and the meal that a process under test writes in one step. They follow from the number
/// of the step alone, so that a later reader of the file can check that the step is there, and whole.
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

  /// A meal whose note is the number of readings of the batch.
  public var event: DiaryEvent {
    DiaryEvent(
      id: DiaryEvent.ID(rawValue: "\(writer)-\(number)"), at: start, in: .gmt,
      .meal(Meal(carbs: Double(number))), note: "\(count)")
  }

  /// The number of readings of the batch.
  public var count: Int { 1 + number * 7919 % 200 }
  /// The instant of the event and the first reading.
  public var start: Date { Date(timeIntervalSinceReferenceDate: Double(number) * 20_000) }
  /// The range of time of this batch alone.
  public var range: Range<Date> { start..<(start + 20_000) }
}
