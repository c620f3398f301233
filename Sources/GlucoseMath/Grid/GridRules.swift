/// The rules by which a record is resampled and the metrics of its grid are computed.
///
/// There is one definition of each metric, ``clinical``. A module that reproduces the numbers of
/// another program sets other rules.
package struct GridRules: Equatable, Sendable {
  /// A Boolean value that indicates whether cells of a grid are at round times of the wall clock,
  /// from one interval after midnight to the next midnight, or at the sensor's readings by elapsed
  /// time, with the values of the readings; then an isolated reading is not recorded time.
  package var followsWallClock = false
  /// A Boolean value that indicates whether MAGE searches the next fall from the nadir of the last,
  /// not from where it closed.
  package var mageFallRestartsAtNadir = false
  /// A Boolean value that indicates whether a segment with excursions in one direction only makes
  /// MAGE of the other direction undefined and is left out of the greater direction.
  package var mageNeedsEveryDirection = false
  /// A Boolean value that indicates whether the first difference of MAGE's moving means after a
  /// start where they are equal is ignored as a crossing.
  package var mageIgnoresDeparture = false
  /// A Boolean value that indicates whether extended hyperglycemia is 120 minutes above 250 mg/dL
  /// in one run, not 90 within 120.
  package var extendedHyperglycemiaIsOneRun = false
  /// A Boolean value that indicates whether level 2 and extended episodes use the edges of the
  /// bands where these are defined, not the published edges.
  package var episodesFollowBands = false
  /// The recorded days below which episodes have no rate.
  package var minimumRecordedDays = 0.5

  /// The rules of the definitions and the international consensus, on real local days.
  package static let clinical = GridRules()

  package init() {}
}
