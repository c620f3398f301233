import GlucoseMath
import Testing

@testable import GlucoseSimulation

@Suite struct SensorSimulatorTests {
  private let perfect: GlucoseSensor = {
    var sensor = GlucoseSensor()
    sensor.gain = .init(constant: 1)
    sensor.offset = .init(constant: 0)
    sensor.gainSpread = 0
    sensor.slowNoise = .init(lag1: 0, lag2: 0, variance: 0)
    sensor.ownNoise = .init(lag1: 0, lag2: 0, variance: 0)
    sensor.dropoutsPerDay = 0
    sensor.warmUpMinutes = 0
    return sensor
  }()

  @Test func perfectSensorReadsWholeNumbers() {
    var run = SensorSimulator(perfect, seed: 1)
    #expect(run.measure(.mgdL(123.4))?.glucose == .mgdL(123))
    #expect(run.measure(.mgdL(99.6))?.glucose == .mgdL(100))
  }

  @Test func readingBeyondALimitIsTheLimitWithAFlag() {
    var run = SensorSimulator(perfect, seed: 1)
    let low = run.measure(.mgdL(39))
    #expect(low?.glucose == .mgdL(40) && low?.flags == .belowDeviceLimit)
    let edge = run.measure(.mgdL(40))
    #expect(edge?.glucose == .mgdL(40) && edge?.flags == [])
    let high = run.measure(.mgdL(401))
    #expect(high?.glucose == .mgdL(400) && high?.flags == .aboveDeviceLimit)
    let top = run.measure(.mgdL(400))
    #expect(top?.glucose == .mgdL(400) && top?.flags == [])
  }

  /// The variance of a second-order autoregressive process follows from its coefficients.
  @Test func noiseHasTheVarianceOfItsModel() {
    var sensor = perfect
    sensor.ownNoise = GlucoseSensor().ownNoise
    let (a, b, v) = (sensor.ownNoise.lag1, sensor.ownNoise.lag2, sensor.ownNoise.variance)
    let theory = (1 - b) / (1 + b) * v / ((1 - b) * (1 - b) - a * a)
    var run = SensorSimulator(sensor, seed: 4)
    let errors = (0..<60_000).compactMap { _ in
      run.measure(.mgdL(200)).map { $0.glucose.mgdL - 200 }
    }
    let variance = errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)
    #expect(abs(variance / theory - 1) < 0.1)
  }

  @Test func newSensorHasNoReadingsDuringWarmUp() {
    var sensor = perfect
    sensor.warmUpMinutes = 120
    var run = SensorSimulator(sensor, seed: 2)
    let shown = (0..<(20 * 288)).map { _ in run.measure(.mgdL(100)) != nil }
    #expect(shown.count { !$0 } == 48)
  }

  @Test func dropoutsHaveTheirFrequency() {
    var sensor = perfect
    sensor.dropoutsPerDay = 2
    sensor.longDropoutPercentage = .zero
    var run = SensorSimulator(sensor, seed: 8)
    let shown = (0..<(500 * 288)).map { _ in run.measure(.mgdL(100)) != nil }
    let starts = zip(shown, shown.dropFirst()).count { $0 && !$1 }
    #expect((900...1050).contains(starts))
    let lost = shown.count { !$0 }
    #expect(abs(Double(lost) / Double(starts) - 2) < 0.15)
  }
}
