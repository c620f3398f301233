public import GlucoseMath
public import GlucoseFoundation

extension SensorFaults {
  /// Returns the readings of a series with faults drawn from a seed.
  ///
  /// The faults are in the order of their start, and the times at which sensors were inserted in
  /// chronological order. Values are rounded to whole mg/dL and limited to `limits`, with a flag beyond them. Two faults
  /// are at least two hours apart, except for drift.
  public func applied(
    to series: GlucoseSeries, in zone: TimeZone, seed: UInt64,
    limits: ClosedRange<Double> = 40...400
  ) -> (series: GlucoseSeries, faults: [SimulatedFault], sensorStarts: [Date]) {
    guard let range = series.timeRange else {
      return (series, [], [])
    }
    let drawn = draw(from: range.lowerBound, through: range.upperBound, in: zone, seed: seed)
    var noise = RandomSource(seed: seed, for: .faults(-1))
    var readings: [Reading] = []
    readings.reserveCapacity(series.count)
    var first = 0
    var stuck: Reading?
    for reading in series {
      while first < drawn.faults.count, drawn.faults[first].end <= reading.time { first += 1 }
      // Always drawn, so that one fault does not change the noise of others.
      let normal = noise.normal()
      var value = reading.glucose.mgdL
      var (isMissing, isStuck) = (false, false)
      for fault in drawn.faults[first...] {
        guard fault.start <= reading.time else { break }
        guard reading.time < fault.end else { continue }
        let minutes = reading.time.timeIntervalSince(fault.start) / 60
        switch fault.kind {
        case .compressionLow: value *= 1 - fault.size * drawn.pressure(of: fault, minutes)
        case .stuck: isStuck = true
        case .jump: value += fault.size * exponential(max(-50, -minutes / 180))
        case .noise: value += fault.size * normal
        case .warmUp:
          let rest = exponential(max(-50, -minutes / 240))
          value = value * (1 + fault.size * rest) + 10 * rest * normal
        case .drift: value *= max(0.3, 1 + fault.size * minutes / 1440)
        case .dropout: isMissing = true
        }
      }
      if isMissing { continue }
      var shown = Self.shown(value, reading, limits)
      if isStuck, let stuck {
        shown.glucose = stuck.glucose
        shown.flags = stuck.flags
      }
      stuck = shown
      readings.append(shown)
    }
    // Times are those of the series, and values are within the limits.
    return ((try? GlucoseSeries(readings)) ?? series, drawn.faults, drawn.sensorStarts)
  }

  private static func shown(
    _ value: Double, _ reading: Reading, _ limits: ClosedRange<Double>
  ) -> Reading {
    var shown = reading
    let whole = value.rounded()
    shown.glucose = .mgdL(min(max(whole, limits.lowerBound), limits.upperBound))
    if whole == reading.glucose.mgdL { return shown }
    shown.flags.subtract([.belowDeviceLimit, .aboveDeviceLimit])
    if whole < limits.lowerBound { shown.flags.insert(.belowDeviceLimit) }
    if whole > limits.upperBound { shown.flags.insert(.aboveDeviceLimit) }
    return shown
  }
}

/// The faults of a series, and their true causes.
private struct DrawnFaults {
  var faults: [SimulatedFault] = []
  var sensorStarts: [Date] = []
  /// The minutes of pressure and the time constants of its beginning and end, by the start.
  var presses: [Date: (minutes: Double, onset: Double, release: Double)] = [:]

  /// Returns the fraction of the full effect of a compression some minutes after its start.
  func pressure(of fault: SimulatedFault, _ minutes: Double) -> Double {
    guard let press = presses[fault.start] else { return 0 }
    let pressed = 1 - exponential(-min(minutes, press.minutes) / press.onset)
    return minutes <= press.minutes
      ? pressed : pressed * exponential(-(minutes - press.minutes) / press.release)
  }

  /// Adds a fault, unless it is within two hours of another.
  mutating func add(
    _ kind: SimulatedFault.Kind, at start: Date, minutes: Double, size: Double
  ) -> Bool {
    let end = start + 60 * minutes
    let isFree = faults.suffix(8).allSatisfy { other in
      other.kind == .drift || other.end + 7200 <= start || end + 7200 <= other.start
    }
    guard isFree else { return false }
    faults.append(SimulatedFault(kind: kind, start: start, end: end, size: size))
    return true
  }
}

extension SensorFaults {
  private func draw(
    from first: Date, through last: Date, in zone: TimeZone, seed: UInt64
  ) -> DrawnFaults {
    var drawn = DrawnFaults()
    var random = RandomSource(seed: seed, for: .faults(-2))
    let phase = wearDays.map { random.integer(in: 0...max(0, $0 - 1)) } ?? 0
    var day = LocalDay(containing: first, in: zone)
    var number = 0
    while day.start <= last {
      var random = RandomSource(seed: seed, for: .faults(number))
      let insertion = day.start + 60 * random.uniform(in: 480...1200)
      let error = random.uniform(in: 0.08...0.25) * (random.chance(0.7) ? -1 : 1)
      let slope = random.normal(mean: 0, spread: driftPerDay)
      if let wearDays, wearDays > 0, (number + phase) % wearDays == 0 {
        insert(at: insertion, error: error, slope: slope, &drawn)
      }
      drawDay(day.start, &random, &drawn)
      day = day.advanced(by: 1)
      number += 1
    }
    drawn.faults = drawn.faults.ordered { ($0.start, $0.end) < ($1.start, $1.end) }
    return drawn
  }

  private func insert(at time: Date, error: Double, slope: Double, _ drawn: inout DrawnFaults) {
    drawn.sensorStarts.append(time)
    _ = drawn.add(.dropout, at: time, minutes: 120, size: 0)
    if hasWarmUpErrors {
      drawn.faults.append(
        SimulatedFault(kind: .warmUp, start: time + 7200, end: time + 50_400, size: error))
    }
    if driftPerDay > 0, let wearDays {
      drawn.faults.append(
        SimulatedFault(
          kind: .drift, start: time, end: time + 86_400 * Double(wearDays), size: slope))
    }
  }

  /// Draws the faults of a day; the number of draws does not depend on their results.
  private func drawDay(_ start: Date, _ random: inout RandomSource, _ drawn: inout DrawnFaults) {
    func time(_ minutes: ClosedRange<Double>) -> Date { start + 60 * random.uniform(in: minutes) }
    let lies = random.chance(compressionLowsPerNight)
    let lying = time(0...330)
    let press = (
      minutes: min(max(random.logNormal(median: 45, spread: 0.7), 15), 180),
      onset: random.uniform(in: 3...10), release: random.uniform(in: 3...10)
    )
    let depth = random.uniform(in: 0.15...0.55)
    if lies,
      drawn.add(.compressionLow, at: lying, minutes: press.minutes + 2 * press.release, size: depth)
    {
      drawn.presses[lying] = press
    }
    let choices: [(SimulatedFault.Kind, Double, ClosedRange<Double>, ClosedRange<Double>)] = [
      (.stuck, stuckPerDay, 40...180, 0...0), (.jump, jumpsPerDay, 540...540, 25...60),
      (.noise, noiseBurstsPerDay, 45...180, 8...20), (.dropout, dropoutsPerDay, 20...180, 0...0),
    ]
    for (kind, probability, minutes, sizes) in choices {
      let happens = random.chance(probability)
      let begin = time(0...1380)
      let length = random.uniform(in: minutes)
      var size = random.uniform(in: sizes)
      let isDown = random.chance(0.5)
      if kind == .jump, isDown { size = -size }
      if happens { _ = drawn.add(kind, at: begin, minutes: length, size: size) }
    }
  }
}
