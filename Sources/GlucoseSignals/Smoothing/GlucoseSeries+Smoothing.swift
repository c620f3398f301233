public import GlucoseMath
internal import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the level and rate of change at each reading from the readings up to it, as a live
  /// display has them.
  ///
  /// The values are those of ``GlucoseFilter``.
  public func filtered(by model: SmoothingModel = .standard) -> [SmoothedReading] {
    zip(self, KalmanPass(self, model).filtered).map { SmoothedReading($0, $1) }
  }

  /// Returns the level and rate of change at each reading from all readings, for history.
  ///
  /// The values are those of the smoother of Rauch, Tung and Striebel (*AIAA Journal* 3:1445, 1965)
  /// for ``SmoothingModel``. They have no delay, and use the future: never give them to a forecast.
  public func smoothed(by model: SmoothingModel = .standard) -> [SmoothedReading] {
    let pass = KalmanPass(self, model)
    var states = pass.filtered
    pass.forEachBackward { index, disturbance in states[index] = pass.smoothed(index, disturbance) }
    return zip(self, states).map { SmoothedReading($0, $1) }
  }
}
