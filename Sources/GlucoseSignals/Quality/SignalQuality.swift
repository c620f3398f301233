public import GlucoseMath
public import GlucoseFoundation

/// The quality of the signal of a sensor: suspected faults, and a score of each hour and day.
///
///     let quality = SignalQuality(of: series, in: zone)
///     for fault in quality.faults { print(fault.kind, fault.start, fault.score) }
///     for day in quality.days where day.score < Percentage(70) { print(day.range, day.coverage) }
///
/// The faults are found from glucose alone: suspicions, not findings. No reading is removed.
public struct SignalQuality: Equatable, Sendable {
  /// The suspected faults in the order of their start. Faults of different kinds may overlap.
  public let faults: [SignalFault]
  /// The hours of the local days with readings, in chronological order.
  public let hours: [QualityInterval]
  /// The local days with readings, in chronological order.
  public let days: [QualityInterval]

  /// Returns the faults of a kind with at least a score, in the order of their start.
  public func faults(_ kind: SignalFault.Kind, score: Double = 0) -> [SignalFault] {
    faults.filter { $0.kind == kind && $0.score >= score }
  }

  package func touching(_ range: Range<Date>) -> SignalQuality {
    SignalQuality(
      faults: faults.filter { $0.overlaps(range) },
      hours: hours.filter { range.contains($0.range.lowerBound) },
      days: days.filter { range.contains($0.range.lowerBound) })
  }
}

/// The quality of an hour or a day.
public struct QualityInterval: Equatable, Sendable {
  /// The hour or day. The first hour begins with the first reading, and the last ends an interval
  /// of the sensor after the last; a day ends at the current time, if that is known.
  public let range: Range<Date>
  /// The part of the time that is covered by readings. That of a day is the coverage of reports;
  /// see `SensorCoverage`.
  public let coverage: Percentage
  /// The part of the time that is covered by readings, in which a reading in faults of the scores *s*ᵢ
  /// counts ∏(1 − *s*ᵢ); at most ``coverage``.
  public let score: Percentage

  /// The quotient of ``score`` and ``coverage``, or `nil` without readings.
  public var reliability: Percentage? {
    Percentage(score.fraction, of: coverage.fraction).map { Swift.min(Percentage(100), $0) }
  }
}

extension SignalQuality {
  /// Finds the faults of a series and scores its hours and days.
  ///
  /// - Parameters:
  ///   - series: The readings of one person's sensors.
  ///   - zone: The zone of the night and of the days.
  ///   - now: The current time, after which no readings are expected, or `nil` to measure
  ///     against whole days.
  ///   - options: The options.
  public init(
    of series: GlucoseSeries, in zone: TimeZone, now: Date? = nil,
    options: SignalQualityOptions = SignalQualityOptions()
  ) {
    let model = options.model ?? SmoothingModel(learnedFrom: series) ?? .standard
    let trace = SignalTrace(series, model)
    faults = Self.faults(of: trace, in: zone, options)
    (hours, days) = QualityInterval.all(of: series, faults, in: zone, now: now)
  }

  static func faults(
    of trace: SignalTrace, in zone: TimeZone, _ options: SignalQualityOptions
  ) -> [SignalFault] {
    guard trace.count > 0 else { return [] }
    let detector = NoiseDetector(trace)
    let noise = detector.noise()
    // Noise consists of falls and returns.
    let bursts = noise.filter { $0.readingCount > NoiseDetector.mostReadingsOfEdges }
    let lows = compressionLows(trace, in: zone, during: options.night.extended(by: 120))
      .outside(bursts, margin: 0)
    // The edges of a low are steep, and a short one is a few readings off, searched or not.
    let certain = lows.filter { $0.score >= 0.5 }
    var faults = StuckDetector.stuck(trace) + bursts
    if options.findsCompressionLows { faults += lows }
    faults += noise.filter { $0.readingCount <= NoiseDetector.mostReadingsOfEdges }
      .outside(certain, margin: 900)
    // Noise consists of steps.
    faults += detector.jumps().outside(certain, margin: 900)
      .outside(noise.filter { $0.score >= 0.5 }, margin: 0)
    faults += warmUps(trace.series, options)
    if let second = options.secondSensor {
      faults += SensorDifference(of: trace.series, with: second)?.faults(of: trace.series) ?? []
    }
    return faults.filter { $0.score >= options.minimumScore }
      .ordered { ($0.start, $0.end, $0.kind.rawValue) < ($1.start, $1.end, $1.kind.rawValue) }
  }

  private static func compressionLows(
    _ trace: SignalTrace, in zone: TimeZone, during night: ClockWindow
  ) -> [SignalFault] {
    CompressionSearch(trace).candidates
      .filter { night.contains(trace.time($0.readings.lowerBound), in: zone) }
      .map { found in
        trace.fault(
          .compressionLow, found.readings,
          score: Double(found.evidence.count) / Double(SignalFault.Evidence.allCases.count),
          evidence: found.evidence, size: found.depth)
      }
  }

  /// The readings after the insertion of sensors at known times, of each until the next.
  private static func warmUps(
    _ series: GlucoseSeries, _ options: SignalQualityOptions
  ) -> [SignalFault] {
    let starts = Set(options.sensorStarts.filter(\.isInCalendar)).ordered(by: <)
    return zip(starts, starts.dropFirst() + [.distantFuture]).compactMap { start, next in
      let end = Swift.min(start + options.warmUp.inSeconds, next)
      guard start < end else { return nil }
      let readings = series[start..<end]
      guard let range = readings.timeRange else { return nil }
      return SignalFault(
        .warmUp, from: range.lowerBound, through: range.upperBound, readingCount: readings.count,
        score: 0.5)
    }
  }
}

extension [SignalFault] {
  /// Returns the faults at least `margin` seconds from all `others`; both are in order, and the
  /// others do not overlap.
  fileprivate func outside(_ others: [SignalFault], margin: Double) -> [SignalFault] {
    filter { fault in
      let next = others.partitioningIndex { $0.end + margin >= fault.start }
      return next == others.count || others[next].start - margin > fault.end
    }
  }
}
