internal import GlucoseMath
internal import Prediction

extension Backtest {
  /// The medians, over forecasts, of the errors over the path of a forecast.
  public struct PathSummary: Equatable, Sendable {
    /// The square root of the median of the mean squared error over a path, in mg/dL.
    public let rootMeanSquare: Double
    /// The median of the mean absolute error over a path, in mg/dL.
    public let meanAbsolute: Double
    /// The number of paths.
    public let count: Int
  }

  /// Returns the medians of a predictor's errors over paths, as GlucoBench defines them.
  ///
  ///     test.pathSummary(of: "model")?.rootMeanSquare
  ///
  /// A path is a forecast at all ``leads``, each with an outcome. A median is not affected by the
  /// few paths with the largest errors, so these measures are smaller than those of
  /// ``ForecastErrors``.
  ///
  /// - Returns: `nil` if there is no path, or unless ``BacktestOptions/measuresPaths`` is `true`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of paths.
  public func pathSummary(of id: String) -> PathSummary? {
    guard let paths = entry(id)?.paths, paths.count > 0 else { return nil }
    return PathSummary(
      rootMeanSquare: paths.squares.sorted().quantile(0.5).squareRoot(),
      meanAbsolute: paths.sizes.sorted().quantile(0.5), count: paths.count)
  }

  struct PathErrors: Equatable, Codable, Sendable {
    /// The mean squared and the mean absolute error of each path.
    private(set) var squares: [Double] = []
    private(set) var sizes: [Double] = []

    var count: Int { squares.count }

    /// A Boolean value that indicates whether each path has two finite errors that are not negative.
    var isPlausible: Bool {
      squares.count == sizes.count && (squares + sizes).allSatisfy { $0 >= 0 && $0.isFinite }
    }

    /// Adds a path by its errors at each lead, at least one.
    mutating func add(_ errors: [Double]) {
      let count = Double(errors.count)
      squares.append(errors.reduce(0) { $0 + $1 * $1 } / count)
      sizes.append(errors.reduce(0) { $0 + abs($1) } / count)
    }

    static func += (errors: inout Self, other: Self) {
      errors.squares += other.squares
      errors.sizes += other.sizes
    }
  }
}
