/// The rules by which a record is resampled and its metrics are computed: ``clinical``, or those by
/// which a module reproduces the numbers of another program.
package struct GridRules: Equatable, Sendable {
  /// Whether cells are at round times of the wall clock, from one interval after midnight to the
  /// next midnight, or at the sensor's readings; then an isolated reading is not recorded time.
  package var followsWallClock = false
  /// Whether MAGE searches the next fall from the nadir of the last, not from where it closed.
  package var mageFallRestartsAtNadir = false
  /// Whether a segment with excursions in one direction only makes MAGE of the other undefined and
  /// is left out of the greater direction.
  package var mageNeedsEveryDirection = false
  /// Whether the first difference of MAGE's means after a start of equal ones is no crossing.
  package var mageIgnoresDeparture = false
  /// Whether extended hyperglycemia is 120 minutes above 250 mg/dL in one run, not 90 within 120.
  package var extendedHyperglycemiaIsOneRun = false
  /// Whether level 2 and extended episodes use the edges of the bands where these are defined.
  package var episodesFollowBands = false
  /// The recorded days below which episodes have no rate.
  package var minimumRecordedDays = 0.5

  /// The rules of the definitions and the international consensus, on real local days.
  package static let clinical = GridRules()

  package init() {}
}
