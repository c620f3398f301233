internal import GlucoseMath
public import GlucoseFoundation

/// The instants of local times that state no offset from UTC, as a reader of files resolves them.
///
///     let resolved = LocalTimeResolution(of: locals, in: oslo)
///     resolved.instants          // NaN for a time that clocks skipped
///     resolved.ambiguous         // times that occurred twice, without evidence which is meant
///
/// A time in a repeated hour is the first or the second occurrence by the order of the times and by
/// the times beside it; without evidence it is the first.
public struct LocalTimeResolution: Sendable {
  /// The instants in seconds since the reference date (2001-01-01 00:00 UTC), one for each time;
  /// NaN for a time that does not exist or is not in the years 1 to 9999.
  public private(set) var instants: [Double]
  /// The positions of times that occurred twice and for which nothing determines which occurrence
  /// is meant, ascending.
  public private(set) var ambiguous: [Int] = []
  /// The positions of times that do not exist because clocks skipped them, ascending.
  public private(set) var skipped: [Int] = []

  /// The years 1 to 9999.
  private static let readable = -63_113_904_000.0..<252_423_993_600.0

  /// Creates the instants of times in order of recording.
  ///
  /// - Parameters:
  ///   - locals: Times in seconds after 2001-01-01 00:00 local time.
  ///   - zone: The time zone of the times.
  /// - Complexity: O(*n* + *w*), where *w* is the number of weeks from the first time to the last.
  public init(of locals: [Double], in zone: TimeZone) {
    instants = Array(repeating: .nan, count: locals.count)
    let known = locals.indices.filter { Self.readable.contains(locals[$0]) }
    var records = Records()
    records.reserve(known.count)
    for position in known {
      _ = records.add(
        .low(nil), .sensor, at: RecordTime(stamp: WrittenTime(local: locals[position]), line: 0))
    }
    var (ambiguous, skipped): ([Int], [Int]) = ([], [])
    // The zone is known, so nothing is thrown here.
    let times = try? records.instants(
      .yearFirst, zone: zone, FormatDefaults(),
      twice: { if $1 { ambiguous.append(known[$0]) } },
      reject: { entry, _ in skipped.append(known[entry]) })
    for (position, time) in zip(known, times ?? []) { instants[position] = time }
    (self.ambiguous, self.skipped) = (ambiguous.sorted(), skipped)
  }
}

/// A conversion of local times to instants that is fast on days without a transition.
struct WallClock {
  enum Moment: Equatable {
    case once(Double)
    /// The time occurs at both instants, because clocks were set back in between.
    case twice(Double, Double)
    case never
  }

  private let table: ZoneTable
  private var day = Double.infinity
  private var offset: Double?

  /// Creates a clock that is valid over `locals`, in seconds after 2001-01-01 00:00 local time.
  init(_ zone: TimeZone, covering locals: ClosedRange<Double>) {
    let reach = 86_400.0
    table = ZoneTable(zone, covering: (locals.lowerBound - reach)...(locals.upperBound + reach))
  }

  mutating func moment(_ local: Double) -> Moment {
    let day = (local / 86_400).rounded(.down)
    if day != self.day {
      self.day = day
      // No zone is farther than 15 hours from UTC, so a relevant transition is between these
      // instants.
      let before = table.offset(at: day * 86_400 - 16 * 3600)
      let after = table.offset(at: (day + 1) * 86_400 + 16 * 3600)
      offset = before == after ? before : nil
    }
    if let offset { return .once(local - offset) }
    let instants = table.instants(ofLocal: local)
    return switch instants.count {
    case 0: .never
    case 1: .once(instants[0])
    default: .twice(instants[0], instants[instants.count - 1])
    }
  }
}

/// A comparison of local times with the instants beside them, which are read. Days and hours of the
/// day are those of the zone.
struct LocalTimeCheck {
  /// The local times that differ from the zone's by two minutes or more.
  private(set) var warning: RowWarning?
  /// The quarter of an hour whose offset was looked up last, and the offset, in seconds.
  private var last = (quarter: Double.nan, offset: 0.0)

  @inline(never)
  mutating func add(
    _ local: WrittenTime, at instant: WrittenTime, in zone: TimeZone, line: Int,
    text: @autoclosure () -> String
  ) {
    guard local.isWallClock, !local.isOrderOpen, let own = local.local(.dayFirst),
      let exact = Self.seconds(instant)
    else { return }
    let quarter = (exact / 900).rounded(.down)
    if quarter != last.quarter {
      let date = Date(timeIntervalSinceReferenceDate: exact)
      last = (quarter, Double(zone.secondsFromGMT(for: date)))
    }
    let ahead = own - exact
    guard (ahead - last.offset).magnitude >= 120 else { return }
    if warning == nil {
      let minutes = Int((ahead / 60).rounded())
      let offset = "\(minutes / 60) h \(minutes.magnitude % 60) min ahead of UTC"
      warning = RowWarning(count: 0, line: line, example: "\(text()), \(offset)", zone: zone)
    }
    warning?.count += 1
  }

  /// Returns the instant in seconds since the reference date, or `nil` if it depends on a zone.
  static func seconds(_ stamp: WrittenTime) -> Double? {
    if stamp.form == .instant { return stamp.seconds }
    guard let offset = stamp.offset, !stamp.isOrderOpen else { return nil }
    return stamp.local(.dayFirst).map { $0 - Double(offset) * 60 }
  }
}
