internal import GlucoseMath
internal import Prediction

extension AlarmEvaluation {
  /// A cutoff of alarm scores, on a grid that fits any scale and is the same for all people.
  ///
  /// Cutoffs are the numbers with five binary digits after the first, 32 per doubling, from 2⁻¹⁰ to
  /// 2²⁰ on both sides of zero: at most 3 percent apart. A score reaches every cutoff that is not
  /// greater than it.
  struct Cutoff: Hashable, Comparable, Sendable {
    /// The position on the grid; zero for the scores from 0 up to the least positive cutoff.
    let number: Int

    private static let shift: UInt64 = 52 - 5
    private static let least = 0x1p-10
    private static let first = Int(least.bitPattern >> shift)
    private static let greatest = Int((0x1p20).bitPattern >> shift) - first + 1

    init(number: Int) { self.number = number }

    /// Creates the greatest cutoff that a score reaches, or `nil` if the score is not a number.
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

  /// The alarms of one predictor for one threshold and person at all cutoffs, origin by origin.
  ///
  /// An alarm is raised at an origin whose score reaches the cutoff if no alarm was raised within
  /// the horizon before; each cutoff therefore has its own last alarm. Cutoffs above every score
  /// have no alarm, and cutoffs below every score have the alarms of the lowest, so only the
  /// cutoffs between are stored.
  struct Levels {
    struct Level: Hashable {
      var trueAlarms: Int32 = 0
      var falseAlarms: Int32 = 0
      var caught: Int32 = 0
      /// The sum of the seconds from the first alarm to the episode, over caught episodes.
      var leadSeconds: Int32 = 0
    }

    private struct State {
      var level = Level()
      /// The number of the last episode that was caught, or −1.
      var episode: Int32 = -1

      mutating func add(_ outcome: Bool?, _ episode: Episode?) {
        level.trueAlarms &+= outcome == true ? 1 : 0
        level.falseAlarms &+= outcome == false ? 1 : 0
        guard let episode, self.episode != episode.number else { return }
        self.episode = episode.number
        level.caught &+= 1
        level.leadSeconds &+= episode.seconds
      }
    }

    /// The cutoff of the first state; each state after it is one cutoff lower.
    private var top = 0
    private var states: [State] = []
    /// The time of the last alarm at each of these cutoffs in seconds, negative infinity before the
    /// first; apart because most comparisons need no other part of a state.
    private var lasts: [Double] = []
    /// The number of origins without a reading beyond the threshold within the horizon, and of
    /// those among them whose score reaches a cutoff and none above it.
    private(set) var quietOrigins = 0
    private(set) var quietScores: [Int: Int] = [:]

    /// Adds an origin that is not beyond the threshold, at ascending times in seconds, with a
    /// minimum time between alarms. `outcome` states whether a reading beyond the threshold follows
    /// within the horizon, `nil` if unknown; `episode` is the number of one that begins within it,
    /// and the seconds until then.
    mutating func add(
      _ score: Double, at now: Double, pause: Double, outcome: Bool?,
      episode: Episode?
    ) {
      let isQuiet = outcome == false
      quietOrigins += isQuiet ? 1 : 0
      guard let cutoff = Cutoff(reachedBy: score)?.number else { return }
      if isQuiet { quietScores[cutoff, default: 0] += 1 }
      if states.isEmpty {
        top = cutoff
        states = [State()]
        lasts = [-.infinity]
      }
      if cutoff > top {
        states.insert(contentsOf: repeatElement(State(), count: cutoff - top), at: 0)
        lasts.insert(contentsOf: repeatElement(-.infinity, count: cutoff - top), at: 0)
        top = cutoff
      }
      if let lowest = states.last, let last = lasts.last, top - cutoff >= states.count {
        let missing = top - cutoff - states.count + 1
        states += repeatElement(lowest, count: missing)
        lasts += repeatElement(last, count: missing)
      }
      Self.raise(from: top - cutoff, at: now, pause, outcome, episode, &lasts, &states)
    }

    /// Raises alarms at the cutoffs from `first` where none was raised within the pause.
    private static func raise(
      from first: Int, at now: Double, _ pause: Double, _ outcome: Bool?,
      _ episode: Episode?, _ lasts: inout [Double], _ states: inout [State]
    ) {
      var lasts = lasts.mutableElementSpan
      var states = states.mutableElementSpan
      for index in first..<lasts.count where now - lasts[index] >= pause {
        lasts[index] = now
        states[index].add(outcome, episode)
      }
    }

    /// The counts from the highest cutoff down, where they differ from those of the one above.
    var changes: [(cutoff: Cutoff, level: Level)] {
      var result: [(cutoff: Cutoff, level: Level)] = []
      for (index, state) in states.enumerated() where state.level != result.last?.level ?? Level() {
        result.append((Cutoff(number: top - index), state.level))
      }
      return result
    }
  }
}
