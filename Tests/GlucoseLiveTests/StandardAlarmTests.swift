import Foundation
@testable import GlucoseLive
import GlucoseMath
import GlucoseTestSupport
import Prediction
import Testing

extension CrossingAlarmTests {
  /// Random walks with random forecasts, at both cadences.
  @Test(arguments: [1.0, 3], 1...20) func everyLowHasAnAnnouncementInTheHourBefore(
    step: Double, seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var low = CrossingAlarm.standard(.below, in: .mgdL)
    var value = 90.0
    var announced: [Date] = []
    for index in 0..<2000 {
      value = min(200, max(40, value + .random(in: -14...14, using: &random)))
      let now = step * Double(index)
      let probability = Double.random(in: 0...0.5, using: &random)
      low.update(with: reading(now, value), forecast: path(value, probability: probability))
      if let time = low.announcement?.time, time != announced.last { announced.append(time) }
      guard value < 70, let last = announced.last else { continue }
      #expect(low.state == .present || low.state == .persistent)
      #expect(time(now).timeIntervalSince(last) < 3600)
    }
    #expect(zip(announced, announced.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 1200 })
    #expect(announced.count > 20)
  }

  @Test(arguments: [ThresholdSide.below, .above])
  func aStandardAlarmAtAnotherThresholdDiffersByItAlone(side: ThresholdSide) {
    let (one, other) = (
      CrossingAlarm.standard(side, in: .mmolL),
      CrossingAlarm.standard(side, at: .mmolL(6), in: .mmolL)
    )
    #expect(other.crossing == ThresholdCrossing(side, .mmolL(6)))
    #expect(other.hysteresis == one.hysteresis && other.repetition == one.repetition)
    #expect(other.alarmProbability == one.alarmProbability && other.falseAlarmsPerWeek == 3)
    #expect((other.repetition == nil) == (side == .above))
  }

  @Test func levelsAreAnnouncedApart() {
    var alarms = LiveOptions(unit: .mgdL).alarms
    // 68 to 73 for six hours, and then 41.
    for index in 0..<72 {
      for alarm in alarms.indices {
        alarms[alarm].update(with: reading(Double(index), 68 + Double(index % 6)), forecast: nil)
      }
    }
    #expect(alarms[2].crossing == .below(.mgdL(54)) && alarms[2].announcement == nil)
    for alarm in alarms.indices { alarms[alarm].update(with: reading(72, 41), forecast: nil) }
    #expect(alarms[2].announcement == .init(time: time(72), kind: .present))
    #expect(alarms.map { $0.isDue(at: time(72)) } == [true, false, true, false])
  }
}
