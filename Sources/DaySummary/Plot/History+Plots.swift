// SPDX-License-Identifier: Apache-2.0

public import Diary
public import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension History {
  /// The plots of `days`, in their order, from one read of the readings and one of the events.
  ///
  /// - Parameters:
  ///   - days: The days: a range or an array.
  ///   - options: The unit, the bands, and how to draw.
  /// - Throws: What the history throws when it cannot be read.
  /// - Complexity: O(*n* log *n*) in the number of readings and events, if few events last for days.
  public func plots(
    of days: some Collection<LocalDay>, options: DayPlotOptions = DayPlotOptions()
  ) throws -> [DayPlot] {
    guard let start = days.map(\.start).min(), let end = days.map(\.end).max() else { return [] }
    let margin = DayPlot.margin(options)
    let series = try series(start.addingTimeInterval(-margin)..<end.addingTimeInterval(margin))
    let events = DayEvents(try events(start..<end))
    return days.map { day in
      DayPlot(day, series: series, events: events.on(day, now: nil), options: options)
    }
  }
}
