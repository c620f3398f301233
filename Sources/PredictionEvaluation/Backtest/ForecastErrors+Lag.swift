internal import GlucoseMath
internal import Prediction

extension ForecastErrors {
  /// Sums of squared differences of forecasts from the readings at and before their time.
  struct Lag: Equatable, Codable, Sendable {
    /// The time from one shift to the next, in seconds.
    private var step = 0.0
    /// The sum of squared differences at each shift into the past, starting with none.
    private var squares: [Double] = []

    init() {}

    /// Adds a forecast and the first `count` readings from its origin to its time.
    mutating func add(_ expected: Double, _ readings: [Double], count: Int, step: Double) {
      if squares.isEmpty {
        squares = Array(repeating: 0, count: count)
        self.step = step
      }
      precondition(squares.count == count, "Forecasts of one lead must have as many readings")
      var index = count
      for shift in squares.indices {
        index -= 1
        let error = expected - readings[index]
        squares[shift] += error * error
      }
    }

    /// The shift with the least sum, interpolated by a parabola; `nil` without forecasts.
    var best: Duration? {
      guard let least = squares.min(), let shift = squares.firstIndex(of: least) else { return nil }
      guard shift > 0, shift + 1 < squares.count, least > 0 else {
        return .seconds(Double(shift) * step)
      }
      let (before, after) = (squares[shift - 1] - least, squares[shift + 1] - least)
      let vertex = before + after > 0 ? (before - after) / (2 * (before + after)) : 0
      return .seconds((Double(shift) + vertex) * step)
    }

    /// A Boolean value that indicates whether the squares are finite and not negative, and the
    /// shifts span at most 1e9 s.
    var isPlausible: Bool {
      (0...1e9).contains(step * Double(max(squares.count, 1)))
        && squares.allSatisfy { $0 >= 0 && $0.isFinite }
    }

    static func += (lhs: inout Self, rhs: Self) {
      guard !rhs.squares.isEmpty else { return }
      guard !lhs.squares.isEmpty else {
        lhs = rhs
        return
      }
      // Sums with other steps have other lags and are ignored.
      guard lhs.squares.count == rhs.squares.count, lhs.step == rhs.step else { return }
      lhs.squares.add(rhs.squares)
    }
  }
}
