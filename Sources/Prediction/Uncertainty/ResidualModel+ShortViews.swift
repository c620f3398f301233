internal import GlucoseMath

extension ResidualModel {
  /// The lengths of views in hours, of which the last is a whole day.
  private static let viewHours = DesignRows.Views.hours
  private static let shortViewCount = viewHours.count - 1

  /// The pseudo-count of rows for which a short view has the scale of a whole day.
  private static let shortViewPseudoCount = 1000.0

  /// Returns the ``shortViews`` of the errors in `sample`, with which the central 90 percent of
  /// scaled residuals has the width that it has in `whole` with a day in view: the less history is
  /// in view, the heavier the tails of a mixture of calm and variable people.
  func shortViews(
    of sample: CalibrationSet, relativeTo whole: CalibrationSet
  ) -> [Double] {
    let days = ratiosByView(whole).map { $0[Self.shortViewCount] }
    return zip(ratiosByView(sample), days).flatMap { ratios, days in
      let day = Self.width(days.sorted())
      return ratios.prefix(Self.shortViewCount).map { own -> Double in
        guard let day, let width = Self.width(own.sorted()) else { return 0 }
        let count = Double(min(own.count, days.count))
        let ratio = MathFunctions.logarithm(min(max(width / day, 0.1), 10))
        return ratio * count / (count + Self.shortViewPseudoCount)
      }
    }
  }

  private func ratiosByView(_ sample: CalibrationSet) -> [[[Double]]] {
    let columns = ScaleFeatures.columns
    let sizes = sizes(in: sample.scaleFeatures)
    let none = Self.viewHours.map { _ in [Double]() }
    var ratios = (0..<sample.outcomes).map { _ in none }
    for row in 0..<sample.rows {
      let hours = Self.hoursInView(sample.scaleFeatures[row * columns + ScaleFeatures.missingShare])
      // The nearest length as a ratio.
      let view = zip(Self.viewHours, Self.viewHours.dropFirst()).count { hours * hours > $0 * $1 }
      for outcome in 0..<sample.outcomes {
        let place = row * sample.outcomes + outcome
        let ratio = sample.errors[place] / sizes[place]
        if ratio.isFinite { ratios[outcome][view].append(ratio) }
      }
    }
    return ratios
  }

  private static func width(_ ascending: [Double]) -> Double? {
    guard let last = ascending.last else { return nil }
    let tail = ascending.count / 20
    let width = (tail == 0 ? last : ascending[ascending.count - tail]) - ascending[tail]
    return width > 0 ? width : nil
  }

  /// Returns the logarithm of the factor without a fraction of the last day in view, interpolated
  /// linearly between the lengths at which it is calibrated.
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

  static func shortViews(_ factors: [Double]?, outcomes: Int) -> [Double]? {
    factors.map { Array($0.prefix(outcomes * shortViewCount)) }
  }

  func shortViewsFit(outcomes: Int) -> Bool {
    shortViews.map { $0.count == outcomes * Self.shortViewCount && $0.areWithin(20) } ?? true
  }
}

extension [[Double]] {
  package var mean: [Double] {
    guard let first else { return [] }
    return first.indices.map { index in reduce(0) { $0 + $1[index] } / Double(count) }
  }
}
