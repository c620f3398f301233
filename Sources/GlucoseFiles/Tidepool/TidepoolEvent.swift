// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A document of Tidepool that a person or a pump logged.
struct TidepoolEvent {
  private let scanner: JSONScanner
  private let fields: JSONFields<TidepoolField>

  init(_ scanner: JSONScanner, _ fields: JSONFields<TidepoolField>) {
    self.scanner = scanner
    self.fields = fields
  }

  func read(
    _ type: String, at time: RecordTime, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    let kinds: [DiaryEvent.Content]
    var amount: String?
    switch type {
    case "bolus": kinds = try bolus()
    case "insulin": kinds = try insulin()
    case "wizard": (kinds, amount) = try wizard()
    case "food": (kinds, amount) = try food()
    case "physicalActivity": kinds = [try activity()]
    default: kinds = try states()
    }
    let text = scanner.filledText(fields[.note]) ?? scanner.filledText(fields[.notes])
    let note = RowCollector.note(joining: [amount, text])
    guard !kinds.isEmpty else { return .skipped(.missingValue) }
    let own = scanner.filledText(fields[.id]) ?? scanner.filledText(fields[.mongoID])
    var lasting = 0.0
    if type == "reportedState", let duration = fields[.duration] {
      lasting = try seconds(duration)
    }
    for (number, kind) in kinds.enumerated() {
      let part = kinds.count > 1 ? "-\(number + 1)" : ""
      collector.add(
        [kind], lasting: lasting, note: note,
        id: own.map { DiaryEvent.ID(rawValue: "tidepool-" + $0 + part) },
        zone: scanner.filledText(fields[.timezone]).flatMap { TimeZone(identifier: $0) },
        at: time.stamp,
        place: RowCollector.Place(time, line: line),
        stream: RowCollector.Stream(subject: 0, channel: .event, device: 0), continues: number > 0)
    }
    return .accepted
  }

  /// Returns the sum of the insulin delivered at once and over time.
  private func bolus() throws(RecordRejection) -> [DiaryEvent.Content] {
    let (normal, extended) = (try number(fields[.normal]), try number(fields[.extended]))
    let parts = [normal, extended].compactMap(\.self)
    guard !parts.isEmpty else { return [] }
    return [.insulin(InsulinDose(units: parts.decimalSum, action: .rapidActing))]
  }

  /// Returns the carbohydrate of a bolus calculation; the bolus is a separate document, and zero is
  /// not a meal. An amount in exchanges is returned as text.
  private func wizard() throws(RecordRejection) -> ([DiaryEvent.Content], String?) {
    guard let carbs = try number(fields[.carbInput]), carbs > 0 else { return ([], nil) }
    let amount = Carbohydrate(carbs, in: scanner.filledText(fields[.carbUnits]))
    return ([.meal(Meal(carbs: amount.grams))], amount.note)
  }

  /// Returns a dose by pen or syringe.
  private func insulin() throws(RecordRejection) -> [DiaryEvent.Content] {
    guard let (inner, dose) = fields[.dose].map({ scanner.nested($0) }),
      let units = try number(inner.member("total", of: dose), inner)
    else { return [] }
    let action = fields[.formulation].map { scanner.nested($0) }.flatMap {
      Self.action(formulation: $1, $0)
    }
    return [.insulin(InsulinDose(units: units, action: action))]
  }

  /// Returns the action of a dose's insulin by its formulation; otherwise, by its name.
  static func action(formulation: Int, _ inner: JSONScanner) -> InsulinDose.Action? {
    if let simple = inner.member("simple", of: formulation) {
      return action(inner, simple) ?? name(inner, formulation)
    }
    var actions: Set<InsulinDose.Action?> = []
    if let list = inner.member("compounds", of: formulation) {
      inner.forEachElement(of: list) { compound in
        actions.insert(inner.member("simple", of: compound).flatMap { action(inner, $0) })
      }
    }
    if actions.count == 1, let only = actions.first { return only }
    return actions.count > 1 ? .premixed : name(inner, formulation)
  }

  private static func action(_ scanner: JSONScanner, _ simple: Int) -> InsulinDose.Action? {
    switch scanner.text(scanner.member("actingType", of: simple))?.lowercased() {
    case "rapid": .rapidActing
    case "short": .shortActing
    case "intermediate": .intermediateActing
    case "long": .longActing
    case "premixed", "mixed": .premixed
    default:
      scanner.filledText(scanner.member("brand", of: simple)).flatMap {
        InsulinDose.Action(naming: $0)
      }
    }
  }

  private static func name(_ scanner: JSONScanner, _ formulation: Int) -> InsulinDose.Action? {
    scanner.filledText(scanner.member("name", of: formulation)).flatMap {
      InsulinDose.Action(naming: $0)
    }
  }

  /// Returns a food, and its carbohydrate as text if it is not in grams.
  private func food() throws(RecordRejection) -> ([DiaryEvent.Content], String?) {
    let name = scanner.filledText(fields[.name])
    guard let (inner, nutrition) = fields[.nutrition].map({ scanner.nested($0) }) else {
      return (name == nil ? [] : [.meal(Meal(name: name))], nil)
    }
    let carbohydrate = inner.member("carbohydrate", of: nutrition)
    let carbs = try number(inner.member("net", of: carbohydrate), inner).map {
      Carbohydrate($0, in: inner.filledText(inner.member("units", of: carbohydrate)))
    }
    let protein = try number(
      inner.member("total", of: inner.member("protein", of: nutrition)), inner)
    let fat = try number(inner.member("total", of: inner.member("fat", of: nutrition)), inner)
    guard name != nil || carbs != nil || protein != nil || fat != nil else { return ([], nil) }
    return (
      [.meal(Meal(name: name, carbs: carbs?.grams, protein: protein, fat: fat))], carbs?.note
    )
  }

  private func activity() throws(RecordRejection) -> DiaryEvent.Content {
    let intensity = scanner.text(fields[.intensity]).flatMap {
      Exercise.Intensity(rawValue: $0.lowercased())
    }
    return .exercise(
      Exercise(
        name: scanner.filledText(fields[.name]),
        duration: .seconds(try fields[.duration].map(seconds) ?? 0), intensity: intensity))
  }

  /// Returns the states that the person reported.
  private func states() throws(RecordRejection) -> [DiaryEvent.Content] {
    guard let node = fields[.states] else {
      return scanner.filledText(fields[.note]) == nil && scanner.filledText(fields[.notes]) == nil
        ? [] : [.condition(DiaryCondition(.note))]
    }
    let (inner, list) = scanner.nested(node)
    return Self.states(list, inner)
  }

  /// Returns the conditions in a list of states.
  static func states(_ list: Int, _ inner: JSONScanner) -> [DiaryEvent.Content] {
    var kinds: [DiaryEvent.Content] = []
    inner.forEachElement(of: list) { state in
      guard let name = inner.filledText(inner.member("state", of: state)) else { return }
      kinds.append(.condition(DiaryCondition(DiaryCondition.Kind(rawValue: name))))
    }
    return kinds
  }

  /// Returns a duration in seconds: an object with its unit, or milliseconds.
  private func seconds(_ node: Int) throws(RecordRejection) -> Double {
    let (inner, duration) = scanner.nested(node)
    guard inner.nodes[duration].kind == .object else {
      return try (number(duration, inner) ?? 0) / 1000
    }
    let value = try number(inner.member("value", of: duration), inner) ?? 0
    switch inner.text(inner.member("units", of: duration)) {
    case "hours": return (value * 3600).nearbyDecimal
    case "seconds": return value
    case "milliseconds": return value / 1000
    default: return (value * 60).nearbyDecimal
    }
  }

  private func number(
    _ node: Int?, _ scanner: JSONScanner? = nil
  ) throws(RecordRejection) -> Double? {
    // The largest numbers are durations in milliseconds.
    try (scanner ?? self.scanner).amount(node, upTo: 1e12)
  }
}
