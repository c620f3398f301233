internal import GlucoseMath

struct SensorSimulator: Sendable {
  private let sensor: GlucoseSensor
  private var random: RandomSource
  /// The number of five-minute steps since insertion of the current sensor.
  private var age: Int
  private var gain = 1.0
  private var slow = Memory()
  private var own = Memory()
  /// The number of next readings that are lost.
  private var lost = 0

  private struct Memory: Sendable {
    var last = 0.0
    var beforeLast = 0.0

    mutating func next(_ noise: GlucoseSensor.Noise, _ random: inout RandomSource) -> Double {
      let value =
        noise.lag1 * last + noise.lag2 * beforeLast + noise.variance.squareRoot() * random.normal()
      (last, beforeLast) = (value, last)
      return value
    }
  }

  /// Creates the sensor of the person with the given seed, inserted up to `wearDays` days before.
  init(_ sensor: GlucoseSensor, seed: UInt64) {
    precondition(sensor.wearDays > 0, "`sensor.wearDays` must be positive")
    precondition(sensor.lowerLimit > 0, "`sensor.lowerLimit` must be above zero")
    self.sensor = sensor
    random = RandomSource(seed: seed, for: .sensor)
    age = random.integer(in: 0...(sensor.wearDays * 288 - 1))
    gain = random.normal(mean: 1, spread: sensor.gainSpread)
  }

  mutating func measure(_ glucose: Glucose) -> (glucose: Glucose, flags: ReadingFlags)? {
    let days = Double(age) / 288
    let noise = slow.next(sensor.slowNoise, &random) + own.next(sensor.ownNoise, &random)
    let shown = gain * sensor.gain.value(days) * glucose.mgdL + sensor.offset.value(days) + noise
    let drops = random.chance(sensor.dropoutsPerDay / 288)
    if drops, lost == 0 {
      lost =
        random.chance(sensor.longDropoutPercentage.fraction)
        ? random.integer(in: 4...36) : random.integer(in: 1...3)
    }
    let warm = age * 5 >= sensor.warmUpMinutes
    age += 1
    if age == sensor.wearDays * 288 {
      age = 0
      gain = random.normal(mean: 1, spread: sensor.gainSpread)
    }
    guard warm, lost == 0 else {
      lost = max(0, lost - 1)
      return nil
    }
    let whole = shown.rounded()
    if whole < sensor.lowerLimit { return (.mgdL(sensor.lowerLimit), .belowDeviceLimit) }
    if whole > sensor.upperLimit { return (.mgdL(sensor.upperLimit), .aboveDeviceLimit) }
    return (.mgdL(whole), [])
  }
}
