public import GlucoseFoundation

/// The risk indices that are means over readings or over days.
public struct RiskIndices: Equatable, Sendable {
  /// The low blood glucose index (LBGI), without unit.
  ///
  /// The mean over all readings of 10 × *f*² where *f* = 1.509 (ln(*g*)^1.084 − 5.381) is negative
  /// and *g* in mg/dL below 112.5 (`<`), otherwise 0 (Kovatchev et al., *Diabetes Care* 20, 1997).
  public package(set) var lowBloodGlucoseIndex: Double
  /// The high blood glucose index (HBGI), without unit: as the low one, where *f* is positive and
  /// *g* at least 112.5 mg/dL (`≥`).
  public package(set) var highBloodGlucoseIndex: Double
  /// The average daily risk range (ADRR), without unit: the mean over local days of the day's
  /// highest low risk plus its highest high risk (Kovatchev et al., *Diabetes Care* 29, 2006).
  public package(set) var averageDailyRiskRange: Double
  /// GRADE and its parts, or `nil` if every reading is below 18 mg/dL.
  public package(set) var grade: GRADEScore?
  /// The M-value about 90 mg/dL: the mean of 1000 × |log10(*g* / 90)|³ (Schlichtkrull 1965).
  public let mValue: Double
  /// The hypoglycemia index: the mean over all readings of (80 − *g*)² / 30 below 80 mg/dL (`<`)
  /// (Rodbard, *Diabetes Technology & Therapeutics* 11, 2009).
  public let hypoglycemiaIndex: Double
  /// The hyperglycemia index: the mean over all readings of (*g* − 140)^1.1 / 30 above 140 mg/dL
  /// (`>`) (Rodbard 2009).
  public let hyperglycemiaIndex: Double

  /// The blood glucose risk index (BGRI): low plus high blood glucose index.
  public var bloodGlucoseRiskIndex: Double { lowBloodGlucoseIndex + highBloodGlucoseIndex }

  /// The index of glycemic control (IGC): hypoglycemia plus hyperglycemia index (Rodbard 2009).
  public var indexOfGlycemicControl: Double { hypoglycemiaIndex + hyperglycemiaIndex }

  /// The glycemic risk assessment diabetes equation (GRADE), with the contributions to the score.
  public struct GRADEScore: Equatable, Sendable {
    /// The mean over readings of 425 (log10 log10(*g* / 18) + 0.16)², at most 50 each, *g* in mg/dL.
    ///
    /// Readings below 18 mg/dL are left out (Hill et al., *Diabetic Medicine* 24, 2007).
    public let score: Double
    static let lowerLimit = 70.0
    static let upperLimit = Glucose.mmolL(7.8).mgdL
    package var hypoglycemiaPercent, euglycemiaPercent, hyperglycemiaPercent: Double

    /// The part of the score that comes from readings below 70 mg/dL (`<`).
    public var hypoglycemiaPercentage: Percentage { Percentage(hypoglycemiaPercent) }
    /// The part of the score that comes from readings of at least 70 mg/dL (`≥`) that are not above
    /// the limit of ``hyperglycemiaPercentage``.
    public var euglycemiaPercentage: Percentage { Percentage(euglycemiaPercent) }
    /// The part of the score that comes from readings above 7.8 mmol/L (`>`), the published limit.
    ///
    /// It is 140.5 mg/dL, so that readings in whole mg/dL count above 140.
    public var hyperglycemiaPercentage: Percentage { Percentage(hyperglycemiaPercent) }
  }

  /// The factor of the squared risk function.
  package static let scale = 10 * 1.509 * 1.509

  package init?(_ sums: RiskSums) {
    guard sums.count > 0 else { return nil }
    let scale = Self.scale
    lowBloodGlucoseIndex = scale * sums.lowRisk / sums.count
    highBloodGlucoseIndex = scale * sums.highRisk / sums.count
    averageDailyRiskRange = scale * sums.dailyRiskRange / sums.dayCount
    grade =
      sums.grade > 0
      ? GRADEScore(
        score: sums.grade / sums.gradeCount,
        hypoglycemiaPercent: 100 * sums.gradeHypoglycemia / sums.grade,
        euglycemiaPercent: 100 * sums.gradeEuglycemia / sums.grade,
        hyperglycemiaPercent: 100 * sums.gradeHyperglycemia / sums.grade) : nil
    mValue = sums.mValue / sums.count
    hypoglycemiaIndex = sums.hypoglycemia / sums.count
    hyperglycemiaIndex = sums.hyperglycemia / sums.count
  }
}

extension GlucoseSeries {
  /// Returns the risk indices of the readings from one pass, or `nil` if there are no readings.
  public func riskIndices(in zone: TimeZone) -> RiskIndices? {
    var days: [ArraySlice<Double>] = []
    forEachDay(in: zone) { _, _, rows in days.append(columns.values[rows]) }
    return RiskIndices(RiskSums(days: days))
  }
}
