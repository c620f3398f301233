// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a person logged, as amounts that are absorbed over the hours that follow.
///
/// An amount *a* taken at *u* = 0 is absorbed at the rate *a u*/*T*² e^(−*u*/*T*): it passes two compartments of
/// time constant *T* (Hovorka et al., *Physiological Measurement* 25, 2004). What either compartment still
/// holds are the two features of a channel and a time constant: what will be absorbed within any lead is
/// linear in them. Only what came at or before a moment counts for it.
struct EventFeatures: Hashable, Sendable {
  /// What is absorbed, with its time constants in seconds.
  enum Channel: Int, CaseIterable {
    /// Carbohydrate, in units of 50 g; a meal whose carbohydrate is not known counts as 35 g.
    case carbs
    /// Insulin that is not long-acting, in units of 5 IU.
    case insulin
    /// Exercise, in quarters of an hour; it counts as it goes on.
    case exercise

    var timeConstants: [Double] {
      switch self {
      case .carbs: [900, 1800, 3600]
      case .insulin: [1800, 3600, 6000]
      case .exercise: [1200, 3600]
      }
    }
  }

  /// The number of pairs of a channel and a time constant.
  static let curves = Channel.allCases.reduce(0) { $0 + $1.timeConstants.count }
  /// After so many seconds nothing is left.
  private static let reach = 12.0 * 3600
  /// Larger amounts are slips of the pen.
  private static let greatestAmount = 10.0

  /// For each channel, instants in seconds since the reference date, ascending, and amounts.
  private var times: [[Double]]
  private var amounts: [[Double]]

  static let none = EventFeatures([])

  init(_ events: [Event]) {
    var doses = Channel.allCases.map { _ in [(time: Double, amount: Double)]() }
    for event in events {
      let time = event.time.timeIntervalSinceReferenceDate
      guard time.isFinite else { continue }
      func add(_ channel: Channel, _ amount: Double, after seconds: Double = 0) {
        guard amount > 0, amount.isFinite else { return }
        doses[channel.rawValue].append((time + seconds, min(amount, Self.greatestAmount)))
      }
      switch event.kind {
      case .meal(let meal): add(.carbs, (meal.carbs ?? 35) / 50)
      case .insulin(let dose): if dose.action != .long { add(.insulin, dose.units / 5) }
      case .exercise(let exercise):
        // What has not happened yet must not count: each quarter of an hour does at its end.
        let quarters = min(max(exercise.duration / .seconds(900), 0), 96)
        for quarter in 0..<Int(quarters.rounded(.up)) {
          let share = min(quarters - Double(quarter), 1)
          add(.exercise, share, after: 900 * (Double(quarter) + share))
        }
      case .condition: break
      }
    }
    let sorted = doses.map { $0.sorted { ($0.time, $0.amount) < ($1.time, $1.amount) } }
    times = sorted.map { $0.map(\.time) }
    amounts = sorted.map { $0.map(\.amount) }
  }

  /// Whether nothing is absorbed at any time.
  var isEmpty: Bool { times.allSatisfy(\.isEmpty) }

  /// Writes what the compartments of each curve hold at `now`, two numbers to a curve.
  func write(at now: Double, to row: inout MutableSpan<Double>, from start: Int) {
    var next = start
    for channel in Channel.allCases {
      let times = times[channel.rawValue]
      let first = times.partitioningIndex { $0 > now - Self.reach }
      for constant in channel.timeConstants {
        var held = 0.0
        var passed = 0.0
        var index = first
        while index < times.count, times[index] <= now {
          let age = (now - times[index]) / constant
          let left = amounts[channel.rawValue][index] * Elementary.exponential(-age)
          held += left
          passed += left * age
          index += 1
        }
        row[next] = held
        row[next + 1] = passed
        next += 2
      }
    }
  }
}
