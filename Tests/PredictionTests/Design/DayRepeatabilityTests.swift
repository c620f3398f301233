import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct DayRepeatabilityTests {
  private func changes(_ change: (_ day: Int, _ hour: Int) -> Double) -> [Double] {
    (0..<8 * 24).map { change($0 / 24, $0 % 24) }
  }

  @Test func eightLikeDaysAreWorkedByHand() {
    // Up by 10 in even hours and down by 10 in odd ones: mean 0, variance 100; each of 24·28 pairs
    // has the product 100, and 300 pairs of 0.08 are added.
    let alike = changes { $1 % 2 == 0 ? 10 : -10 }
    let expected = (672 + 300 * 0.08) / 972
    #expect(abs(SeasonalFeatures.DayRepeatability.repeatability(of: alike) - expected) < 1e-12)
  }

  @Test func oppositeDaysHaveNoRepeatability() {
    // A rise on one day is a fall on the next.
    let turning = changes { ($0 + $1) % 2 == 0 ? 10 : -10 }
    #expect(SeasonalFeatures.DayRepeatability.repeatability(of: turning) == 0)
  }

  @Test func withADayOrLessItIsTheUsual() {
    var few = changes { $1 % 2 == 0 ? 10 : -10 }
    for place in 24..<few.count { few[place] = .nan }
    #expect(SeasonalFeatures.DayRepeatability.repeatability(of: few) == 0.08)
    #expect(SeasonalFeatures.DayRepeatability.repeatability(of: changes { _, _ in 0 }) == 0.08)
  }

  @Test func theMoreDaysRepeatTheMoreTheyCount() throws {
    // The same meals every day, and noise of the same size at a different time each day.
    var generator = SeededGenerator(seed: 404)
    let noise = (0..<8 * 24).map { _ in 10 * generator.normal() }
    let habit = (0..<24).map { _ in 10 * generator.normal() }
    let shares = [0.0, 0.5, 1].map { share in
      SeasonalFeatures.DayRepeatability.repeatability(
        of: changes { share * habit[$1] + (1 - share) * noise[$0 * 24 + $1] })
    }
    #expect(shares[0] < 0.15 && shares[0] < shares[1] && shares[1] < shares[2])
    #expect(shares[2] > 0.6)
  }

  /// The value is the same if it is evaluated every hour or once, also with views that grow and
  /// shrink.
  @Test func aMovingCursorEqualsANewOne() throws {
    let series = try Synthetic.autoregression(count: 12 * 288, seed: 405).without(1000..<1100)
    let line = SeasonalFeatures.DayRepeatability.Line(series)
    var moving = SeasonalFeatures.DayRepeatability()
    for index in stride(from: 300, to: series.count, by: 5) {
      var fresh = SeasonalFeatures.DayRepeatability()
      let now = series.times[index]
      let begin = series.times[index < 2000 ? 0 : index - [600, 1500, 300][index / 5 % 3]]
      let found = moving.value(of: line, at: now, from: begin)
      #expect(found == fresh.value(of: line, at: now, from: begin))
      #expect((0...0.9).contains(found))
    }
  }
}
