/// The Clarke error grid (Clarke et al., *Diabetes Care* 10, 1987), in mg/dL.
///
/// The rules are tested in this order:
///
/// - A: both below 70 (`<`), or the measurement within 20 % of the reference (`≤`).
/// - E: reference at least 180 and measurement at most 70, or reference at most 70 and measurement
///   at least 180.
/// - C: reference at least 70 and measurement more than 110 above it (`>`), or reference above 130
///   and at most 180 and measurement below 1.4 × reference − 182 (`<`).
/// - D: measurement at least 70 and below 180 with a reference above 240, or at least 70 and at
///   most 180 with a reference below 70.
/// - B: all others.
///
/// Points on a line are classified as in R's ega 2.0.0 and methcomp.
public struct ClarkeErrorGrid: ErrorGrid, Equatable {
  /// Creates the grid.
  public init() {}

  /// Returns the zone of a pair.
  public func zone(of pair: GlucosePair) -> ErrorGridZone {
    let reference = pair.reference.mgdL
    let measured = pair.measured.mgdL
    if reference < 70, measured < 70 { return .a }
    if pair.absoluteRelativeDifference <= 20 { return .a }
    if reference >= 180, measured <= 70 { return .e }
    if reference <= 70, measured >= 180 { return .e }
    if reference >= 70, measured > reference + 110 { return .c }
    if reference > 130, reference <= 180, measured < 1.4 * reference - 182 { return .c }
    if reference > 240, measured >= 70, measured < 180 { return .d }
    if reference < 70, measured >= 70, measured <= 180 { return .d }
    return .b
  }
}
