// SPDX-License-Identifier: Apache-2.0

public import DaySummary
public import GlucoseMath

/// A picture of the ambulatory glucose profile: how glucose spreads over days at each time of day, and
/// how much of the time it was in each range.
///
///     let profile = series.ambulatoryGlucoseProfile(in: zone)
///     let svg = ProfilePicture(profile, shares: series.statistics()?.timeInRanges, unit: .mmolL).svg
///
/// The line is the median, the darker area holds half of the days, the lighter one those between the
/// outer percentiles. A time of day without readings leaves a gap. The day ends where it begins: at
/// midnight the profile goes on to its first column.
public struct ProfilePicture: Hashable, Sendable {
  /// The percentiles at each time of day.
  public let profile: AmbulatoryGlucoseProfile
  /// How much of the record lies in each band, or `nil` for a picture without the bar.
  public let timeInRanges: TimeInRanges?
  /// The unit in which numbers are written.
  public let unit: GlucoseUnit
  /// The edges that divide concentrations.
  public let bands: RangeBands
  /// The size of the picture in points.
  public let size: PlotSize
  /// The colors.
  public var palette: ChartPalette
  /// The words.
  public var strings: ChartStrings
  /// What stands at the upper left.
  public var title: String

  /// A picture of `profile`.
  ///
  /// - Parameters:
  ///   - profile: The percentiles at each time of day: five, or any other odd or even number.
  ///   - shares: How much of the record lies in each of `bands`, for the bar beside the profile; from
  ///     560 points of width on the bar stands at the left, else under the profile.
  ///   - unit: The unit in which numbers are written.
  ///   - bands: The edges that divide concentrations; the consensus bands in `unit` unless given.
  ///   - size: The size in points, at least 320 by 300.
  ///   - palette: The colors.
  ///   - words: The words.
  ///   - title: What stands at the upper left; the word for the profile unless given.
  /// - Precondition: the probabilities of `profile` ascend, and `size` is at least 320 by 300 points.
  public init(
    _ profile: AmbulatoryGlucoseProfile, shares: TimeInRanges? = nil, unit: GlucoseUnit,
    bands: RangeBands? = nil, size: PlotSize = PlotSize(width: 640, height: 400),
    palette: ChartPalette = .arises, words: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    precondition(
      zip(profile.probabilities, profile.probabilities.dropFirst()).allSatisfy { $0 < $1 },
      "The percentiles of a profile that is drawn ascend")
    precondition(
      size.width >= 320 && size.height >= 300,
      "A picture of a profile is at least 320 by 300 points")
    self.profile = profile
    self.timeInRanges = shares
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    self.size = size
    self.palette = palette
    self.strings = words
    self.title = title ?? words.profile
  }

  /// The picture as an SVG document that stands alone.
  public var svg: String { root.document }

  var root: Markup { ProfileDrawing(self).root }
}
