// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary

/// A kind of exercise with its increase of the heart rate as a fraction of the resting heart rate.
struct ExerciseTemplate: Sendable {
  var name: String
  var intensity: Exercise.Intensity
  var exertion: Double
  var minutes: ClosedRange<Int>

  static let all = [
    ExerciseTemplate(name: "Walk", intensity: .light, exertion: 0.3, minutes: 30...80),
    ExerciseTemplate(name: "Cycling", intensity: .moderate, exertion: 0.6, minutes: 25...70),
    ExerciseTemplate(name: "Gym", intensity: .moderate, exertion: 0.5, minutes: 30...60),
    ExerciseTemplate(name: "Run", intensity: .vigorous, exertion: 0.9, minutes: 20...45),
    ExerciseTemplate(name: "Football", intensity: .vigorous, exertion: 0.8, minutes: 45...75),
  ]
}
