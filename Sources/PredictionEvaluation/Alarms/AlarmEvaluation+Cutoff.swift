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
    let number: Int16

    private static let shift: UInt64 = 52 - 5
    private static let least = 0x1p-10
    private static let first = Int(least.bitPattern >> shift)
    private static let greatest = Int((0x1p20).bitPattern >> shift) - first + 1

    init(number: Int16) { self.number = number }

    /// Creates the greatest cutoff that a score reaches, or `nil` if the score is not a number.
    init?(reachedBy score: Double) {
      if score.isNaN { return nil }
      // A negative score reaches the cutoffs of greater size.
      let size = score < 0 ? (-score).nextDown : score
      let above = size < Self.least ? 0 : Int(size.bitPattern >> Self.shift) - Self.first + 1
      number = Int16(score < 0 ? max(-above - 1, -Self.greatest) : min(above, Self.greatest))
    }

    /// The least score that reaches the cutoff.
    var score: Double {
      if number == 0 { return 0 }
      let size = Double(bitPattern: UInt64(Int(number.magnitude) - 1 + Self.first) << Self.shift)
      return number > 0 ? size : -size
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
  }

  /// An origin that is not beyond a threshold, at a time in seconds.
  struct Origin {
    let time: Double
    /// Whether a reading beyond the threshold follows within the horizon, or `nil` if unknown.
    let outcome: Bool?
    /// The episode that begins within the horizon.
    let episode: Episode?
  }

  /// The scores of one predictor for one threshold and person, from which the alarms at any cutoff
  /// follow.
  struct Scores {
    /// The counts of alarms at a cutoff.
    struct Level: Hashable {
      var trueAlarms: Int32 = 0
      var falseAlarms: Int32 = 0
      var caught: Int32 = 0
      /// The sum of the seconds from the first alarm to the episode, over caught episodes.
      var leadSeconds: Int32 = 0
    }

    /// The origins at ascending times, with the greatest cutoff that the score of each reaches.
    private var origins: [(cutoff: Cutoff, origin: Origin)] = []
    /// The number of origins without a reading beyond the threshold within the horizon.
    private(set) var quietOrigins = 0

    mutating func add(_ score: Double, at origin: Origin) {
      quietOrigins += origin.outcome == false ? 1 : 0
      guard let cutoff = Cutoff(reachedBy: score) else { return }
      origins.append((cutoff, origin))
    }

    /// The greatest cutoffs of quiet origins, descending, and the number that reaches each.
    var quiet: [(cutoff: Cutoff, count: Int32)] {
      let all = origins.filter { $0.origin.outcome == false }.map(\.cutoff).sorted(by: >)
      let last = all.indices.filter { $0 + 1 == all.count || all[$0 + 1] < all[$0] }
      return last.map { (all[$0], Int32($0 + 1)) }
    }

    /// The counts from the highest cutoff down, where they differ from those of the one above.
    ///
    /// An alarm is raised at an origin whose score reaches the cutoff if none was raised within the
    /// `pause`, in seconds, before.
    func changes(pause: Double) -> [(cutoff: Cutoff, level: Level)] {
      var result: [(cutoff: Cutoff, level: Level)] = []
      for cutoff in Set(origins.map(\.cutoff)).sorted(by: >) {
        let level = level(at: cutoff, pause)
        guard level != result.last?.level ?? Level() else { continue }
        result.append((cutoff, level))
      }
      return result
    }

    private func level(at cutoff: Cutoff, _ pause: Double) -> Level {
      var level = Level()
      var last = -Double.infinity
      var caught: Int32 = -1
      for (reached, origin) in origins where reached >= cutoff && origin.time - last >= pause {
        last = origin.time
        level.trueAlarms &+= origin.outcome == true ? 1 : 0
        level.falseAlarms &+= origin.outcome == false ? 1 : 0
        guard let episode = origin.episode, episode.number != caught else { continue }
        caught = episode.number
        level.caught &+= 1
        level.leadSeconds &+= episode.seconds
      }
      return level
    }
  }
}
