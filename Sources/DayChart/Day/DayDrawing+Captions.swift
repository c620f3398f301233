// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
public import GlucoseDiary

extension DayDrawing {
  func caption(of mark: EventMark) -> String {
    strings.title(of: mark) + (isPlan(mark) ? plannedSuffix : "")
  }

  func caption(of mark: MeasurementMark) -> String {
    strings.title(of: mark, in: plot.axis.unit) + (isPlan(mark.event) ? plannedSuffix : "")
  }

  func caption(of condition: ConditionSpan) -> String {
    strings.title(of: condition, on: plot.day) + (isPlan(condition) ? plannedSuffix : "")
  }

  private var plannedSuffix: String { ", " + strings.planned }

  func caption(of id: DiaryEvent.ID) -> String? {
    plot.layout.marks.first { $0.id == id }.map(caption)
      ?? plot.measurements.first { $0.id == id }.map(caption)
      ?? plot.conditions.first { $0.id == id }.map(caption)
  }
}

extension DayPicture {
  /// Returns the text of an event's mark, such as for a pop-up or a screen reader, or `nil` if the
  /// picture has no mark of the event.
  ///
  ///     let captions = picture.eventIDs(at: point, within: 22).compactMap(picture.caption)
  ///     // ["12:30 Soup: 40 g carbs, 12 g protein", "12:45 Insulin: 4.5 units, rapid, planned"]
  ///
  /// It has the words and the formats of ``strings``, and is the title of the mark in ``svg``.
  ///
  /// - Complexity: O(*t* *n*² log *n*), as for ``eventIDs(at:within:)``.
  public func caption(of id: DiaryEvent.ID) -> String? { drawing.caption(of: id) }
}

extension BifocalPicture {
  /// Returns the text of an event's mark, such as for a pop-up or a screen reader, or `nil` if the
  /// picture has no mark of the event.
  ///
  ///     let captions = bifocal.eventIDs(at: point, within: 22).compactMap(bifocal.caption)
  ///     // ["12:30 Soup: 40 g carbs, 12 g protein", "12:45 Insulin: 4.5 units, rapid, planned"]
  ///
  /// It has the words and the formats of ``strings``, and is the title of the mark in ``svg``.
  ///
  /// - Complexity: O(*t* *n*² log *n*), as for ``eventIDs(at:within:)``.
  public func caption(of id: DiaryEvent.ID) -> String? { drawing.caption(of: id) }
}
