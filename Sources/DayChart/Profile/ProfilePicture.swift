public import DaySummary
public import GlucoseMath

/// A picture of the ambulatory glucose profile: the distribution of glucose over days at each time
/// of day, and the time in ranges.
///
///     guard let profile = series.dayGrid(in: zone)?.ambulatoryGlucoseProfile() else { return }
///     let times = series.statistics(bands: .consensus(in: .mmolL))?.timeInRanges
///     let svg = ProfilePicture(
///       profile.smoothed(over: .seconds(3600)), timeInRanges: times,
///       targets: TargetPopulation.adults.targets, unit: .mmolL
///     ).svg
///
/// The layout follows the AGP report, version 5: a plain ground with two lines at the edges of the
/// target range, whose concentrations are labels of the axis, and a bar of the time in ranges with
/// the goals. The line is the median. The darker area contains the middle half of the days, and the
/// lighter area extends to the outer percentiles. A time of day without readings is a gap. At
/// midnight, the profile continues to its first column. The number of days and the smoothing of the
/// profile are at the upper right.
public struct ProfilePicture: ChartPicture, SVGPicture {
  let profile: AmbulatoryGlucoseProfile
  let timeInRanges: TimeInRanges?
  let targets: [GlycemicTarget]
  let unit: GlucoseUnit
  let bands: RangeBands
  package var style: ChartStyle

  /// Creates a picture of `profile`, with any number of percentiles, of at least 320 by 300 points.
  ///
  /// The bar of `timeInRanges` is at the left if the width is at least 560 points; otherwise it is
  /// below the profile; without them, there is no bar. `targets` are the goals beside it, for bands with
  /// their target range; one for the coefficient of variation has no place there. The default bands are
  /// those of `timeInRanges` or, without them, the consensus bands in `unit`, and the default title is
  /// "Ambulatory glucose profile".
  ///
  /// - Precondition: The probabilities of `profile` are in ascending order, and `timeInRanges` is
  ///   of `bands`.
  public init(
    _ profile: AmbulatoryGlucoseProfile, timeInRanges: TimeInRanges? = nil,
    targets: [GlycemicTarget] = [], unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      zip(profile.probabilities, profile.probabilities.dropFirst()).allSatisfy { $0 < $1 },
      "The probabilities of `profile` must be in ascending order")
    self.profile = profile
    self.timeInRanges = timeInRanges
    self.targets = targets
    self.unit = unit
    precondition(
      bands == nil || timeInRanges == nil || timeInRanges?.bands == bands,
      "`timeInRanges` must be of `bands`")
    self.bands = bands ?? timeInRanges?.bands ?? .consensus(in: unit)
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 300), palette, strings,
      title ?? strings[.profile])
  }

  package var root: Markup { ProfileDrawing(self).root }
}
