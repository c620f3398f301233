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
    let wrong = String(decoding: data, as: UTF8.self).replacing(
      "\"margin\":5", with: "\"margin\":-5")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Crossing.self, from: Data(wrong.utf8))
    }
  }
}
