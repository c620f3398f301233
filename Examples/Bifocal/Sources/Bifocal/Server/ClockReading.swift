// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// The instants at which the clocks of a day show a time: none in the hour that is skipped in spring,
/// two in the hour that is repeated in autumn.
struct ClockReading {
  let day: LocalDay
  let instants: [Date]

  init(_ time: ClockTime, on day: LocalDay) {
    self.day = day
    let first = day.time(hour: time.hour, minute: time.minute)
    func shows(_ instant: Date) -> Bool {
      day.contains(instant) && ClockTime(instant, in: day.zone).description == time.description
    }
    // Clocks are set back by an hour, and by 30 minutes on Lord Howe Island.
    instants = [0, 1800, 3600].map { first.addingTimeInterval($0) }.filter(shows)
  }

  /// The offsets of the instants from GMT, such as "+02:00", which distinguish them.
  var offsets: [String] { instants.map { offset(at: $0) } }

  private func offset(at instant: Date) -> String {
    let minutes = day.zone.secondsFromGMT(for: instant) / 60
    let sign = minutes < 0 ? "-" : "+"
    return sign + String(format: "%02d:%02d", abs(minutes) / 60, abs(minutes) % 60)
  }
}
