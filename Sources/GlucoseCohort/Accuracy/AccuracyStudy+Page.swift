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
  /// The unit is that of concentrations; see ``tables(in:)``.
  public func page(
    in unit: GlucoseUnit, title: String = "Accuracy of a glucose sensor",
    palette: ChartPalette = .arises
  ) -> String {
    let tables = tables(in: unit).map(\.markup)
    let note = Markup("p", ["class": "note"], text: note.withUnbrokenPercentages)
    let pairs = pairs.map(\.glucose)
    let pictures = [
      PlainPage.figure(300) { DifferencePicture(pairs, unit: unit, size: $0, palette: palette) },
      PlainPage.figure(380, width: 460) {
        ErrorGridPicture(pairs, on: .parkesType1, unit: unit, size: $0, palette: palette)
      },
    ]
    return PlainPage.html(
      title, subtitle: "\(size); \(unit.rawValue). For information only; not for dosing.",
      tables.prefix(1).joined() + [note] + tables.dropFirst().prefix(2).joined() + pictures
        + tables.dropFirst(3).joined(), palette)
  }

  /// The numbers of pairs and of sensors, and the comparator.
  package var size: String {
    let (sensors, comparators) = (sensors.count, comparators)
    let names = comparators.map { comparator, pairs in
      Self.name(of: comparator) + (comparators.count == 1 ? "" : " (\(pairs.count))")
    }
    return "\(pairs.count) \(pairs.count == 1 ? "pair" : "pairs") of \(sensors) "
      + "\(sensors == 1 ? "sensor" : "sensors"), compared with " + names.joined(separator: ", ")
  }

  static func name(of comparator: Comparator?) -> String {
    switch comparator {
    case .laboratory: "a laboratory method"
    case .meter: "a meter"
    case .sensor: "another sensor"
    case nil: "a method that is not stated"
    }
  }

  /// What the criteria and their bounds are not.
  package var note: String {
    let others = pairs.count { $0.comparator != .laboratory }
    guard others > 0 else { return Self.limits }
    let isMixture = others < pairs.count
    return "The criteria are those for comparisons with a laboratory method. "
      + (isMixture ? "For \(others) of the \(pairs.count) pairs, the" : "The")
      + " comparator is another or is not stated, and its own errors are part of each number"
      + (isMixture ? "; all pairs are judged together. " : ". ") + Self.limits
  }

  private static let limits =
    "A reading beyond the range of the sensor, such as Low, has no value and no pair: criteria H and "
    + "I and the alarms are without it. "
    + "Bounds take people as the sample; pairs of one person, or that all agree, count as independent, "
    + "and their bounds are too near the rates. A criterion that is met here is a number, not a clearance."
}
