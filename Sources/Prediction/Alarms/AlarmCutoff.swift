// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A cutoff of alarm scores, on a grid that suits any scale of scores and on which all people agree.
///
/// Cutoffs are the numbers with five binary digits after the first, 32 to a doubling, from 2⁻¹⁰ to 2²⁰ on both
/// sides of zero: at most 3 percent apart. A score is at or above every cutoff up to its own.
struct AlarmCutoff: Hashable, Comparable, Codable, Sendable {
  /// Zero for the scores from 0 up to the least positive cutoff.
  let number: Int

  private static let shift: UInt64 = 52 - 5
  private static let least = 0x1p-10
  private static let first = Int(least.bitPattern >> shift)
  private static let greatest = Int((0x1p20).bitPattern >> shift) - first + 1

  init(number: Int) { self.number = number }

  /// The greatest cutoff that a score reaches, or `nil` if the score is no number.
  init?(reachedBy score: Double) {
    if score.isNaN { return nil }
    if score >= 0 {
      number =
        score < Self.least
        ? 0 : min(Int(score.bitPattern >> Self.shift) - Self.first + 1, Self.greatest)
    } else {
      let size = (-score).nextDown
      number =
        size < Self.least
        ? -1 : max(Self.first - Int(size.bitPattern >> Self.shift) - 2, -Self.greatest)
    }
  }

  /// The least score that reaches the cutoff.
  var score: Double {
    if number == 0 { return 0 }
    let size = Double(bitPattern: UInt64(abs(number) - 1 + Self.first) << Self.shift)
    return number > 0 ? size : -size
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}

extension AlarmEvaluation {
  /// The alarms of one predictor for one threshold and person at every cutoff at once, origin by origin.
  ///
  /// An alarm sounds at an origin whose score reaches the cutoff if none sounded within the horizon before; so
  /// each cutoff has its own last alarm. Cutoffs above every score have none, and those below every score
  /// behave like the lowest, so only the range between needs to be kept.
  struct Levels {
    /// What is counted at one cutoff.
    struct Level: Hashable {
      var trueAlarms: Int32 = 0
      var falseAlarms: Int32 = 0
      var caught: Int32 = 0
      /// The seconds from the first alarm to the episode, summed over those caught.
      var leadSeconds: Int32 = 0
    }

    private struct State {
      var level = Level()
      /// The time of the last alarm.
      var last = Int32.min / 2
      /// The number of the last episode that was caught.
      var episode: Int32 = -1
    }

    /// The cutoff of the first state; each next one is a cutoff lower.
    private var top = 0
    private var states: [State] = []

    /// Adds an origin that is not beyond the threshold.
    ///
    /// - Parameters:
    ///   - score: The predictor's score.
    ///   - now: The time of the origin in seconds, increasing from call to call.
    ///   - pause: The least time between alarms in seconds.
    ///   - outcome: Whether a reading beyond the threshold follows within the horizon, or `nil` if unknown.
    ///   - episode: The number of an episode that begins within the horizon, and the seconds until then.
    mutating func add(
      _ score: Double, at now: Int32, pause: Int32, outcome: Bool?,
      episode: (number: Int32, seconds: Int32)?
    ) {
      guard let cutoff = AlarmCutoff(reachedBy: score)?.number else { return }
      if states.isEmpty {
        top = cutoff
        states = [State()]
      }
      if cutoff > top {
        states.insert(contentsOf: repeatElement(State(), count: cutoff - top), at: 0)
        top = cutoff
      }
      if let lowest = states.last, top - cutoff >= states.count {
        states += repeatElement(lowest, count: top - cutoff - states.count + 1)
      }
      let (isTrue, isFalse): (Int32, Int32) = (outcome == true ? 1 : 0, outcome == false ? 1 : 0)
      let first = top - cutoff
      var states = states.mutableElementSpan
      for index in first..<states.count where now &- states[index].last >= pause {
        states[index].last = now
        states[index].level.trueAlarms &+= isTrue
        states[index].level.falseAlarms &+= isFalse
        if let episode, states[index].episode != episode.number {
          states[index].episode = episode.number
          states[index].level.caught &+= 1
          states[index].level.leadSeconds &+= episode.seconds
        }
      }
    }

    /// The counts from the highest cutoff down, without those that are the same as the cutoff above.
    var changes: [(cutoff: AlarmCutoff, level: Level)] {
      var result: [(cutoff: AlarmCutoff, level: Level)] = []
      for (index, state) in states.enumerated() where state.level != result.last?.level ?? Level() {
        result.append((AlarmCutoff(number: top - index), state.level))
      }
      return result
    }
  }
}
