public import DayChart
internal import DaySummary
public import GlucoseMath

extension AccuracyStudy {
  /// Returns the tables and pictures of the study as a self-contained HTML page.
  ///
  ///     try study.page(in: .mmolL).write(to: file, atomically: true, encoding: .utf8)
  ///
  /// The page fetches nothing and runs no script, and its content security policy forbids both. Each
  /// picture is drawn for a phone and for a desktop or paper. Equal studies produce identical bytes.
  ///
  /// - Parameters:
  ///   - unit: The unit of concentrations; see ``tables(in:)``.
  ///   - title: The heading.
  ///   - palette: The colors.
  public func page(
    in unit: GlucoseUnit, title: String = "Accuracy of a glucose sensor",
    palette: ChartPalette = .arises
  ) -> String {
    let tables = tables(in: unit).map(\.markup)
    let note = Markup("p", ["class": "note"], text: Self.note.withUnbrokenPercentages)
    let pairs = pairs.map(\.glucose)
    let pictures = [
      PlainPage.figure(300) {
        DifferencePicture(pairs, unit: unit, size: $0, palette: palette).root
      },
      PlainPage.figure(380, width: 460) {
        ErrorGridPicture(pairs, on: .parkesType1, unit: unit, size: $0, palette: palette).root
      },
    ]
    return PlainPage.html(
      title, subtitle: "\(size), \(unit.rawValue). For information only; not for dosing.",
      tables.prefix(1).joined() + [note] + tables.dropFirst().prefix(2).joined() + pictures
        + tables.dropFirst(3).joined(), palette)
  }

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
