// SPDX-License-Identifier: Apache-2.0

internal import Diary

/// A kind of exercise and how far it raises the heart rate, as a share of that at rest.
struct Sport: Sendable {
  var name: String
  var intensity: Exercise.Intensity
  var exertion: Double
  var minutes: ClosedRange<Int>

  static let all = [
    Sport(name: "Walk", intensity: .low, exertion: 0.3, minutes: 30...80),
    Sport(name: "Cycling", intensity: .medium, exertion: 0.6, minutes: 25...70),
    Sport(name: "Gym", intensity: .medium, exertion: 0.5, minutes: 30...60),
    Sport(name: "Run", intensity: .high, exertion: 0.9, minutes: 20...45),
    Sport(name: "Football", intensity: .high, exertion: 0.8, minutes: 45...75),
  ]
}
