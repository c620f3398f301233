public import GlucoseMath
internal import GlucoseFoundation

/// A series of readings with the smoothed level and rate of change of glucose at each.
///
/// The readings are unchanged; the smoothed values are beside them.
public struct SmoothedSeries: Equatable, Sendable {
  /// The readings as they were recorded.
  public let series: GlucoseSeries
  /// The model.
  public let model: SmoothingModel
  let states: [KalmanState]

  /// The smoothed concentrations as a series with the readings' times and flags.
  public var smoothed: GlucoseSeries {
    let readings = lazy.map {
      Reading(time: $0.reading.time, glucose: $0.glucose, flags: $0.reading.flags)
    }
    // Levels are finite because readings and parameters are.
    return (try? GlucoseSeries(readings)) ?? series
  }
}

extension SmoothedSeries: RandomAccessCollection {
  /// The position of the first reading: always zero.
  public var startIndex: Int { 0 }

  /// The position after the last reading: the number of readings.
  public var endIndex: Int { states.count }

  /// The reading at `index` and its smoothed values.
  public subscript(index: Int) -> SmoothedReading { SmoothedReading(series[index], states[index]) }
}

extension GlucoseSeries {
  /// Returns the level and rate of change at each reading from the readings up to it, as a live
  /// display has them.
  ///
  /// The values are those of ``GlucoseFilter``.
  public func filtered(by model: SmoothingModel = .standard) -> SmoothedSeries {
    SmoothedSeries(series: self, model: model, states: KalmanPass(self, model).filtered)
  }

  /// Returns the level and rate of change at each reading from all readings, for history.
  ///
  /// The values are those of the smoother of Rauch, Tung and Striebel (*AIAA Journal* 3:1445, 1965)
  /// for ``SmoothingModel``. They have no delay, and use the future: never give them to a forecast.
  public func smoothed(by model: SmoothingModel = .standard) -> SmoothedSeries {
    let pass = KalmanPass(self, model)
    var states = pass.filtered
    pass.forEachBackward { index, disturbance in states[index] = pass.smoothed(index, disturbance) }
    return SmoothedSeries(series: self, model: model, states: states)
  }
}
