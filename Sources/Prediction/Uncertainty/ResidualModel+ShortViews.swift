// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension ResidualModel {
  /// The lengths of the views, in hours, at which the scale is calibrated; the last is a whole day.
  private static let viewHours = DesignRows.Views.hours
  private static let shortViewCount = viewHours.count - 1

  /// The pseudo-count of rows for which a short view has the scale of a whole day.
  private static let shortViewPseudoCount = 1000.0

  /// Calibrates the scale with a short view, so that the central 90 percent of scaled residuals has
  /// the same width as with a day in view.
  ///
  /// The less history is in view, the less the scale features reveal about a person: the mean
  /// absolute error is correct with any view, but scaled residuals are a mixture over calm and
  /// variable people, with heavier tails.
  mutating func calibrateShortViews(on sample: CalibrationSet) {
    let columns = ScaleFeatures.columns
    let sizes = sizes(in: sample.scaleFeatures)
    let views = (0..<sample.rows).map { row in
      let hours = Self.hoursInView(sample.scaleFeatures[row * columns + ScaleFeatures.missingShare])
      // The nearest length as a ratio.
      return zip(Self.viewHours, Self.viewHours.dropFirst()).count { hours * hours > $0 * $1 }
    }
    shortViews = (0..<sample.outcomes).flatMap { outcome -> [Double] in
      var ratios = Self.viewHours.map { _ in [Double]() }
      for (row, view) in views.enumerated() {
        let place = row * sample.outcomes + outcome
        let ratio = sample.errors[place] / sizes[place]
        if ratio.isFinite { ratios[view].append(ratio) }
      }
      let widths = ratios.map { Self.width($0.sorted()) }
      return (0..<Self.shortViewCount).map { view -> Double in
        guard let width = widths[view], let whole = widths.last ?? nil else { return 0 }
        let count = Double(min(ratios[view].count, ratios[Self.shortViewCount].count))
        let ratio = MathFunctions.logarithm(min(max(width / whole, 0.1), 10))
        return ratio * count / (count + Self.shortViewPseudoCount)
      }
    }
  }

  /// Returns the width of the central 90 percent, or `nil` if it is zero.
  private static func width(_ ascending: [Double]) -> Double? {
    guard let last = ascending.last else { return nil }
    let tail = ascending.count / 20
    let width = (tail == 0 ? last : ascending[ascending.count - tail]) - ascending[tail]
    return width > 0 ? width : nil
  }

  /// Returns the logarithm of the factor of the scale of a view, interpolated linearly between the
  /// lengths at which it is calibrated.
  ///
  /// - Parameter missing: The fraction of the last day that is not in view.
  func shortViewFactor(_ missing: Double, outcome: Int) -> Double {
    guard let shortViews, missing > 0 else { return 0 }
    let hours = Self.hoursInView(missing)
    func factor(_ view: Int) -> Double {
      view < Self.shortViewCount ? shortViews[outcome * Self.shortViewCount + view] : 0
    }
    let above = Self.viewHours.firstIndex { hours < $0 } ?? Self.shortViewCount
    guard above > 0 else { return factor(0) }
    let lower = Self.viewHours[above - 1]
    let share = (hours - lower) / (Self.viewHours[above] - lower)
    return factor(above - 1) + share * (factor(above) - factor(above - 1))
  }

  private static func hoursInView(_ missing: Double) -> Double { 24 * (1 - missing) }

  /// Returns the factors of the first leads.
  static func shortViews(_ factors: [Double]?, outcomes: Int) -> [Double]? {
    factors.map { Array($0.prefix(outcomes * shortViewCount)) }
  }

  /// Returns a Boolean value that indicates whether the factors are those of a model with
  /// `outcomes` leads.
  func shortViewsFit(outcomes: Int) -> Bool {
    shortViews.map { $0.count == outcomes * Self.shortViewCount && $0.areWithin(20) } ?? true
  }
}
