import Foundation
import GlucoseMath

/// What is wrong with the readings before a forecast, or how many of them there are.
enum Damage: Hashable {
  case none
  /// Undamaged, with a forecast two hours ahead.
  case twoHours
  /// Undamaged, from the last hours alone.
  case hours(Int)
  /// The last reading deviates by this many mg/dL.
  case spike(Double)
  /// The reading before the last deviates by this many mg/dL.
  case passedSpike(Double)
  /// All readings of the last hour equal the one before it.
  case stuck
  /// Pressure on the sensor for 20 minutes, which removes up to 35 percent.
  case compression
  /// Undamaged, and the last reading differs by 45 mg/dL or more from the one before it.
  case naturalJump

  static let all: [Damage] = [
    .none, .twoHours, .hours(1), .hours(3), .hours(6), .hours(24), .naturalJump, .spike(40),
    .spike(-40), .spike(80), .spike(-80), .passedSpike(80),
    .passedSpike(-80), .stuck, .compression,
  ]

  static let leastJump = 45.0

  var name: String {
    switch self {
    case .none: "undamaged"
    case .twoHours: "120 minutes ahead"
    case .hours(let hours): "\(hours) h in view"
    case .spike(let size): "spike of \(Int(size))"
    case .passedSpike(let size): "\(Int(size)) one before"
    case .stuck: "stuck hour"
    case .compression: "compression low"
    case .naturalJump: "natural jump"
    }
  }

  /// The lead of the forecast in seconds.
  var lead: Double { self == .twoHours ? 7200 : 1800 }

  /// A Boolean value that indicates whether the readings are as they were.
  var isNone: Bool {
    switch self {
    case .none, .twoHours, .hours: true
    default: false
    }
  }

  /// Returns damaged readings, which are not empty.
  func applied(to readings: [Reading]) -> [Reading] {
    var readings = readings
    guard let now = readings.last?.time else { return [] }
    func change(_ position: Int, _ value: Double) {
      readings[position] = Reading(
        time: readings[position].time, glucose: .mgdL(min(max(value, 40), 400)))
    }
    let last = readings.count - 1
    let hour = readings.lastIndex { now.timeIntervalSince($0.time) > 3590 } ?? 0
    switch self {
    case .none, .twoHours, .naturalJump: break
    case .hours(let hours):
      let start = now.addingTimeInterval(-3600 * Double(hours) - 150)
      return Array(readings[(readings.firstIndex { $0.time >= start } ?? 0)...])
    case .spike(let size): change(last, readings[last].glucose.mgdL + size)
    case .passedSpike(let size) where last > 0:
      change(last - 1, readings[last - 1].glucose.mgdL + size)
    case .passedSpike: break
    case .stuck: for index in hour...last { change(index, readings[hour].glucose.mgdL) }
    case .compression:
      for index in hour...last {
        let minutes = 20 - now.timeIntervalSince(readings[index].time) / 60
        guard minutes > 0 else { continue }
        change(index, readings[index].glucose.mgdL * (1 - 0.35 * (1 - exp(-minutes / 6))))
      }
    }
    return readings
  }
}
