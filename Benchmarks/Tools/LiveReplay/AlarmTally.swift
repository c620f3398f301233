import Foundation
import GlucoseLive
import GlucoseMath

/// What an alarm announced during a replay, and what the readings then were.
struct AlarmTally {
  /// A reading of the replay, and the alarm after it.
  struct Moment {
    let time: Date
    let isBeyond: Bool
    let isActive: Bool
    /// The time of the announcement of the episode, if there is one.
    let announcement: Date?
    /// Whether the announcement was due.
    let isDue: Bool
  }

  private(set) var readingsBeyond = 0
  /// Episodes of readings beyond the threshold, with none in the 30 minutes before.
  private(set) var episodes = 0
  /// Of these, those that were announced with their first reading or in the hour before it.
  private(set) var announced = 0
  /// Of these, those announced in the 30 minutes before their first reading. The others are announced with
  /// it, or belong to an episode of the alarm that is not over.
  private(set) var ahead = 0
  private(set) var leads: [Double] = []
  private(set) var trueAlarms = 0, falseAlarms = 0, soonAgain = 0
  private(set) var weeks = 0.0

  private static let horizon = 1800.0
  private static let tolerance = 150.0

  /// Adds what one person's replay gave.
  mutating func add(_ moments: [Moment], cadence: Double) {
    weeks += Double(moments.count) * cadence / (7 * 86_400)
    var lastBeyond = Date.distantPast
    var lastAlarm = Date.distantPast
    for (index, moment) in moments.enumerated() {
      if moment.isBeyond {
        readingsBeyond += 1
        if moment.time.timeIntervalSince(lastBeyond) > Self.horizon + Self.tolerance {
          addEpisode(moment)
          if moment.isDue || moment.time.timeIntervalSince(lastAlarm) <= 3600 { announced += 1 }
        }
        lastBeyond = moment.time
      }
      guard moment.isDue else { continue }
      if moment.time.timeIntervalSince(lastAlarm) <= 1200 { soonAgain += 1 }
      lastAlarm = moment.time
      guard let comes = comes(moments, from: index) else { continue }
      trueAlarms += comes ? 1 : 0
      falseAlarms += comes ? 0 : 1
    }
  }

  private mutating func addEpisode(_ moment: Moment) {
    episodes += 1
    guard moment.isActive, let announcement = moment.announcement else { return }
    let lead = moment.time.timeIntervalSince(announcement)
    guard lead > 0, lead <= Self.horizon + Self.tolerance else { return }
    ahead += 1
    leads.append(lead / 60)
  }

  /// Whether a reading within the horizon is beyond the threshold, or `nil` where too many are missing to tell.
  private func comes(_ moments: [Moment], from index: Int) -> Bool? {
    let end = moments[index].time.addingTimeInterval(Self.horizon + Self.tolerance)
    var last = moments[index].time
    for moment in moments[index...].prefix(while: { $0.time <= end }) {
      if moment.isBeyond { return true }
      if moment.time.timeIntervalSince(last) > 900 + Self.tolerance { return nil }
      last = moment.time
    }
    return end.timeIntervalSince(last) <= 900 + 2 * Self.tolerance ? false : nil
  }

  /// A row of a table.
  func row(_ name: String) -> String {
    func percent(_ part: Int, _ whole: Int) -> String {
      whole > 0 ? String(format: "%.1f %%", 100 * Double(part) / Double(whole)) : "–"
    }
    func perWeek(_ count: Int) -> String {
      weeks > 0 ? String(format: "%.2f", Double(count) / weeks) : "–"
    }
    let sorted = leads.sorted()
    let median = sorted.isEmpty ? "–" : String(format: "%.0f min", sorted[sorted.count / 2])
    return "| \(name) | \(String(format: "%.0f", weeks)) | \(readingsBeyond) "
      + "| \(episodes) | \(percent(announced, episodes)) "
      + "| \(percent(ahead, episodes)) | \(median) "
      + "| \(perWeek(trueAlarms)) | \(perWeek(falseAlarms)) | \(perWeek(soonAgain)) |"
  }

  static let header = """
    | recordings | weeks | readings beyond | episodes | announced | ahead | lead | \
    true alarms a week | false alarms a week | again within 20 min |
    |---|---|---|---|---|---|---|---|---|---|
    """
}
