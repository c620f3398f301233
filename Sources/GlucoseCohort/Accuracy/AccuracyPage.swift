public import DayChart
internal import DaySummary
public import GlucoseMath

/// The tables and pictures of a study of accuracy as a self-contained HTML page.
///
///     let page = AccuracyPage(study, unit: .mmolL)
///     try page.html.write(to: file, atomically: true, encoding: .utf8)
///
/// The page fetches nothing and runs no script, and its content security policy forbids both. Each
/// picture is drawn for a phone and for a desktop or paper. Equal studies produce identical bytes.
public struct AccuracyPage: Sendable {
  /// The study.
  public let study: AccuracyStudy
  /// The unit of concentrations; see ``AccuracyStudy/tables(in:)``.
  public let unit: GlucoseUnit
  /// The colors.
  public var palette: ChartPalette
  /// The heading.
  public var title: String

  /// Creates a page of `study`.
  public init(
    _ study: AccuracyStudy, unit: GlucoseUnit, palette: ChartPalette = .arises,
    title: String = "Accuracy of a glucose sensor"
  ) {
    self.study = study
    self.unit = unit
    self.palette = palette
    self.title = title
  }

  /// The page as an HTML document.
  public var html: String {
    let tables = study.tables(in: unit).map(\.markup)
    let note = Markup("p", ["class": "note"], text: AccuracyStudy.note.withUnbrokenPercentages)
    return PlainPage.html(
      title,
      subtitle: "\(study.size), \(unit.rawValue). For information only; not for dosing.",
      tables.prefix(1).joined() + [note] + tables.dropFirst().prefix(2).joined() + pictures
        + tables.dropFirst(3).joined(), palette)
  }

  private var pictures: [Markup] {
    let pairs = study.pairs.map(\.glucose)
    return [
      PlainPage.figure(300) {
        DifferencePicture(pairs, unit: unit, size: $0, palette: palette).root
      },
      PlainPage.figure(380, width: 460) {
        ErrorGridPicture(pairs, on: .parkesType1, unit: unit, size: $0, palette: palette).root
      },
    ]
  }
}

extension AccuracyStudy {
  package var size: String {
    let sensors = sensors.count
    return
      "\(pairs.count) \(pairs.count == 1 ? "pair" : "pairs") of \(sensors) \(sensors == 1 ? "sensor" : "sensors")"
  }

  /// What the criteria and their bounds are not.
  package static let note =
    "A reading beyond the range of the sensor, such as Low, has no value and no pair: criteria H and "
    + "I and the alarms are without it. "
    + "Bounds are those of independent pairs. Pairs of one person are not: few people have bounds too "
    + "near the rates. A criterion that is met here is a number, not a clearance."
}
