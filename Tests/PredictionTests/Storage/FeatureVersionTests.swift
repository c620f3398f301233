import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

/// The values of the features are part of the stored format, because stored weights multiply them.
struct FeatureVersionTests {
  /// A change of a feature needs another `StoredBytes.format`, newly trained models, and new sums here.
  @Test(arguments: [
    (
      SensorCadence.fiveMinutes,
      [11.002_040_595_25, 6.751_315_524_42, 18.839_739_497_35]
    ),
    (.fifteenMinutes, [24.985_496_765_62, 6.810_157_814_61, 10.808_074_302_00]),
  ])
  func featuresAreThoseOfTheFormat(cadence: SensorCadence, sums: [Double]) {
    #expect(StoredBytes.format == 1)
    let eighths: [Int] = (0..<42).map { $0 * 29 % 17 - 8 }
    let map = FeatureMap(
      cadence: cadence, detail: .kernel, lags: 60 / cadence.rawValue, usesTimeOfDay: true,
      usesEvents: true,
      kernel: KernelLandmarks(dimensions: 14, coordinates: eighths.map { Double($0) / 8 }))
    let block = Self.features(of: map)
    let scales = ResidualModel.ScaleFeatures.block(of: block, map)
    let width = ResidualModel.ScaleFeatures.columns
    let found = (0..<block.rows).map { row in
      let features = block.features[row * map.columns..<(row + 1) * map.columns]
      let scale = scales[row * width..<(row + 1) * width]
      return (features + scale).enumerated().reduce(0) { $0 + Self.factor($1.offset) * $1.element }
    }
    for (found, sum) in zip(found, sums) {
      #expect(abs(found - sum) <= 1e-6 * (1 + abs(sum)), "\(found)")
    }
    #expect(found.count == sums.count)
  }

  /// Returns the weight of a column in a sum: a number from 0.5 to 1.5 that is different for each column.
  private static func factor(_ column: Int) -> Double {
    let place = Double(column + 1) * 0.618_033_988_749_894_9
    return 0.5 + place - place.rounded(.down)
  }

  /// The length of the recording in seconds.
  private static let duration = 3 * 86_400.0

  /// Returns the rows of three origins: one with exactly the history that the model needs, one a
  /// day later, and one at the end.
  private static func features(of map: FeatureMap) -> DesignBlock {
    let step = map.cadence.seconds
    let count = Int(duration / step)
    func wave(_ index: Int, _ period: Int) -> Double {
      let phase = Double(index % period) / Double(period)
      return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
    }
    let values = (0..<count).map { 140 + 45 * wave($0, 53) + 20 * wave($0, 17) + 3 * wave($0, 3) }
    // It has no gap: the fractions in bridged gaps are tested by hand.
    let times = values.indices.map { Double($0) * step }
    var block = DesignBlock(columns: map.columns, outcomes: 1, room: 3)
    guard let series = try? ValidatedReadings(times: times, values: values).series else {
      return block
    }
    let trace = PreparedSeries(
      series, map.usesEvents ? EventFeatures(events, from: -.infinity, through: duration) : .none,
      summing: true)
    var cursor = FeatureMap.Cursor(map)
    for index in [map.lags + 2, map.lags + Int(90_000 / step), count - 1] {
      block.writeRow { row, base in
        map.write(trace, at: index, timeOfDay: 0.3, cursor: &cursor, to: &row, from: base)
      }
      block.commit(level: values[index], known: 1)
    }
    block.writeKernel(map)
    return block
  }

  /// A meal, a dose and exercise in the last hours of the recording.
  private static var events: [DiaryEvent] {
    let kinds: [DiaryEvent.Content] = [
      .meal(Meal(carbs: 45)), .insulin(InsulinDose(units: 4.5)),
      .exercise(Exercise(duration: .seconds(1500), intensity: .moderate)),
    ]
    return kinds.enumerated().map { number, kind in
      let time = duration - 2400 - 3000 * Double(number)
      return DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(number)"), at: Date(timeIntervalSinceReferenceDate: time),
        in: .gmt,
        kind)
    }
  }
}
