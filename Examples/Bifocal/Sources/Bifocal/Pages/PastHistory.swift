// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// The logbook without readings later than the present, such as those of a file that was read in the
/// wrong time zone. Its events are those of the logbook, with the plans.
struct PastHistory: GlucoseHistory {
  let log: Logbook
  /// The last instant at which a reading counts.
  let end: Date

  func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
    try log.series(in: range).prefix(through: end)
  }

  func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
    try log.events(in: range)
  }
}

extension Preferences {
  /// The instant after which a reading is of the future, as the session has it.
  func presentEnd(at now: Date) -> Date {
    now.addingTimeInterval(Double(liveOptions.clockTolerance.components.seconds))
  }
}

extension PageContext {
  var presentEnd: Date { choices.presentEnd(at: now) }

  /// What every number and picture of the pages is made of.
  var history: PastHistory { PastHistory(log: log, end: presentEnd) }

  /// The last reading that is not of the future.
  func latestReading() throws -> Reading? { try log.latestReading(atOrBefore: presentEnd) }
}
