// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import GlucoseDiary

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
}
