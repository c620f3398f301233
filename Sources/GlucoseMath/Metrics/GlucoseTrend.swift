/// A rate of change of glucose in the seven steps that sensors display as arrows.
///
///     GlucoseTrend(mgdLPerMinute: 1.4)            // .risingSlowly
///     series.dayGrid(in: zone)?.rateOfChange()?[.falling]    // the number of rates in a step
///
/// The limits are 1, 2, and 3 mg/dL per minute, the limits of the Dexcom arrows (Laffel et al.,
/// *Journal of the Endocrine Society* 1, 2017, figure 1). A rate on a limit belongs to the slower
/// step, whether glucose rises or falls.
public enum GlucoseTrend: String, Hashable, Sendable, CaseIterable {
  /// A fall of more (`>`) than 3 mg/dL per minute.
  case fallingRapidly
  /// A fall of more (`>`) than 2, at most (`≤`) 3 mg/dL per minute.
  case falling
  /// A fall of more (`>`) than 1, at most (`≤`) 2 mg/dL per minute.
  case fallingSlowly
  /// A change of at most (`≤`) 1 mg/dL per minute.
  case steady
  /// A rise of more (`>`) than 1, at most (`≤`) 2 mg/dL per minute.
  case risingSlowly
  /// A rise of more (`>`) than 2, at most (`≤`) 3 mg/dL per minute.
  case rising
  /// A rise of more (`>`) than 3 mg/dL per minute.
  case risingRapidly

  /// Creates the trend of a rate of change in mg/dL per minute.
  ///
  /// - Precondition: `rate` is not NaN.
  public init(mgdLPerMinute rate: Double) {
    precondition(!rate.isNaN, "`rate` must not be NaN")
    self = Self.allCases[Self.edges(overMinutes: 1).count { rate > $0 }]
  }

  /// Returns the differences over some minutes above (`>`) which each step but the first begins. As
  /// the number just below it, a negative limit belongs to the slower step.
  static func edges(overMinutes minutes: Double) -> [Double] {
    [-3, -2, -1].map { ($0 * minutes).nextDown } + [1, 2, 3].map { $0 * minutes }
  }

  /// The angle of the arrow above the horizontal in degrees: 0 for steady, 45 for slow and 90 for
  /// faster change; negative for falling.
  public var angle: Double {
    switch self {
    case .fallingRapidly, .falling: -90
    case .fallingSlowly: -45
    case .steady: 0
    case .risingSlowly: 45
    case .rising, .risingRapidly: 90
    }
  }

  /// The number of arrows: 2 for rapid change, otherwise 1.
  public var arrowCount: Int {
    switch self {
    case .fallingRapidly, .risingRapidly: 2
    case .falling, .fallingSlowly, .steady, .risingSlowly, .rising: 1
    }
  }
}
