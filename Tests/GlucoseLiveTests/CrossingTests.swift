// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseLive
import GlucoseMath
import Testing

struct CrossingTests {
  /// A path of these concentrations, five minutes apart.
  func path(_ values: Double...) -> Forecast {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    return Forecast(
      origin: Reading(time: start, glucose: .mgdL(100)),
      points: values.enumerated().map { index, value in
        Forecast.Point(
          time: start.addingTimeInterval(300 * Double(index + 1)), glucose: .mgdL(value),
          lower: .mgdL(value), upper: .mgdL(value))
      },
      coverage: 0.9)
  }

  /// A path at 100 mg/dL that crosses each threshold with a probability, by any point.
  func path(likely probability: Double) -> Forecast {
    let flat = path(100, 100)
    let row = [[probability, probability], [probability, probability]]
    return Forecast(
      origin: flat.origin, points: flat.points, coverage: 0.9,
      crossings: CrossingProbabilities(
        lows: [.mgdL(60), .mgdL(80)], below: row, highs: [.mgdL(180), .mgdL(250)], above: row))
  }

  @Test func isExpectedWhereItIsLikelyThoughThePathDoesNotCross() {
    var low = Crossing(.below, .mgdL(70), likelihood: 0.4)
    low.update(path(likely: 0.39))
    #expect(low.isExpected == false)
    low.update(path(likely: 0.41))
    #expect(low.isExpected == true)
    #expect(low.probability.map { abs($0 - 0.41) < 1e-9 } ?? false)
  }

  @Test func staysExpectedUntilItIsHalfAsLikely() {
    var high = Crossing(.above, .mgdL(200), likelihood: 0.4)
    let states = [0.3, 0.5, 0.3, 0.21, 0.19, 0.3].map { probability in
      high.update(path(likely: probability))
      return high.isExpected
    }
    #expect(states == [false, true, true, true, false, false])
  }

  @Test func thePathAloneCountsWhereNoProbabilityIsToldOrWanted() {
    var alone = Crossing(.below, .mgdL(70), likelihood: 1)
    alone.update(path(likely: 1))
    #expect(alone.isExpected == false)
    var unknown = Crossing(.below, .mgdL(90), likelihood: 0.4)
    unknown.update(path(likely: 0.9))
    #expect(unknown.isExpected == false)
    #expect(unknown.probability == nil)
    unknown.update(path(89))
    #expect(unknown.isExpected == true)
  }

  @Test func aPathThatCrossesIsExpectedHoweverUnlikelyItIsSaidToBe() {
    let flat = path(likely: 0.01)
    let crossing = Forecast(
      origin: flat.origin, points: path(60, 60).points, coverage: 0.9, crossings: flat.crossings)
    var low = Crossing(.below, .mgdL(70))
    low.update(crossing)
    #expect(low.isExpected == true)
  }

  @Test func isUnknownUntilThereIsAForecast() {
    var low = Crossing(.below, .mgdL(70))
    #expect(low.isExpected == nil)
    let changes = [low.update(nil), low.update(path(100))]
    #expect(changes == [false, true])
    #expect(low.isExpected == false)
  }

  @Test(arguments: [(Crossing.Direction.below, 69.9), (.above, 70.1)])
  func beginsBeyondTheThresholdAndNotOnIt(direction: Crossing.Direction, beyond: Double) {
    var crossing = Crossing(direction, .mgdL(70))
    crossing.update(path(70))
    #expect(crossing.isExpected == false)
    crossing.update(path(70, beyond))
    #expect(crossing.isExpected == true)
  }

  @Test func looksNoFartherThanItsLead() {
    var low = Crossing(.below, .mgdL(70), within: .seconds(600))
    low.update(path(80, 80, 60))
    #expect(low.isExpected == false)
    low.update(path(80, 60, 80))
    #expect(low.isExpected == true)
  }

  /// The path dances around 70; the margin of 5 makes two changes of what would be five.
  @Test func staysExpectedUntilThePathKeepsClear() {
    var low = Crossing(.below, .mgdL(70), margin: 5)
    let changes = [71, 69, 71, 69, 74.9, 75, 71.0].map { low.update(path($0)) }
    #expect(changes == [true, true, false, false, false, true, false])
    #expect(low.isExpected == false)
  }

  @Test func staysExpectedUpwardsToo() {
    var high = Crossing(.above, .mgdL(180), margin: 10)
    let states = [181, 171, 170, 179.0].map { value in
      high.update(path(value))
      return high.isExpected
    }
    #expect(states == [true, true, false, false])
  }

  @Test func forgetsWhatItKnewWhenThereIsNoForecast() {
    var low = Crossing(.below, .mgdL(70))
    low.update(path(60))
    let changed = low.update(nil)
    #expect(changed)
    #expect(low.isExpected == nil)
    low.update(path(72))
    #expect(low.isExpected == false)
  }

  @Test func comesBackFromJSONAndRefusesWhatNoCrossingIs() throws {
    var low = Crossing(.below, .mgdL(70))
    low.update(path(60))
    let data = try JSONEncoder().encode(low)
    #expect(try JSONDecoder().decode(Crossing.self, from: data) == low)
    let text = String(decoding: data, as: UTF8.self)
    for (field, value) in [("margin", "5"), ("likelihood", "0.35")] {
      let wrong = text.replacing("\"\(field)\":\(value)", with: "\"\(field)\":-5")
      #expect(wrong != text)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Crossing.self, from: Data(wrong.utf8))
      }
    }
  }
}
