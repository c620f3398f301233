internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

struct NightscoutTreatment {
  private let scanner: JSONScanner
  private let type: String

  init(_ scanner: JSONScanner) {
    self.scanner = scanner
    type = scanner.filledText("eventType")?.lowercased() ?? ""
  }

  func read(into records: inout Records) throws(Rejection) -> Outcome {
    // The insulin that filled a pump's tube.
    let types = [type, scanner.filledText("type")?.lowercased()]
    if types.contains("prime") || types.contains("priming") { return .skipped(.deviceRecord) }
    let entry = try entry()
    if entry == nil, type == NightscoutVocabulary.tempBasal || !isDose && isRate {
      return .skipped(.basalRate)
    }
    let kinds = if let entry { [DiaryEvent.Content.entry(entry)] } else { try kinds() }
    let meter = if entry == nil { try meter() } else { GlucoseCell?.none }
    var note = note
    // A concentration of which nothing states that it was measured.
    if meter == nil, let glucose, !isSensors {
      guard !kinds.isEmpty else { throw Rejection(.unknownKind, scanner.excerpt(glucose)) }
      if kinds.allSatisfy(isTypeAlone) {
        let words = ["glucose", scanner.excerpt(glucose), scanner.filledText("units")]
        note = words.compactMap(\.self).joined(separator: " ") + ", of unknown origin"
      }
    }
    guard !kinds.isEmpty || meter != nil else { return .skipped(.emptyNote) }
    let time = try scanner.time(
      of: scanner["created_at"],
      ["date", "mills", "timestamp", "dateString", "sysTime"].map { scanner[$0] },
      offset: scanner.offset(scanner["utcOffset"]))
    if let meter { _ = records.add(meter, .meter, at: time) }
    let zone = scanner.filledText("timeZone").flatMap { TimeZone(identifier: $0) }
    for (number, kind) in kinds.enumerated() {
      records.add(
        [kind], lasting: lasting(kind), note: note, id: id(of: kind, amongst: kinds.count),
        zone: zone, at: time, continues: number > 0 || meter != nil)
    }
    return .accepted
  }

  private var isDose: Bool { scanner.has("insulin") || scanner.has("enteredinsulin") }

  private var isRate: Bool {
    (scanner.has("rate") || scanner.has("percent") || scanner.has("absolute"))
      && !scanner.has("carbs") && type.contains("basal")
  }

  private func entry() throws(Rejection) -> DiaryEntry? {
    guard
      let category = scanner.filledText("entryCategory").map(
        DiaryEvent.Category.init(rawValue:)),
      ![.meal, .insulin, .exercise, .condition].contains(category)
    else { return nil }
    let amount = scanner.filled("amount")
    let number = scanner.number(amount)
    if let amount {
      guard let number else { throw Rejection(.unreadableNumber, scanner.excerpt(amount)) }
      guard category.amounts.contains(number) else {
        throw Rejection(.implausible, scanner.excerpt(amount))
      }
    }
    return DiaryEntry(
      category, name: scanner.filledText("name"), amount: number,
      unit: scanner.filledText("unit").map { DiaryEntry.Unit(rawValue: $0) },
      duration: try scanner.amount("seconds", upTo: 1e9).map { .seconds($0) })
  }

  /// Returns the events; an amount of zero is one only if there is no other amount.
  private func kinds() throws(Rejection) -> [DiaryEvent.Content] {
    if let category = scanner.filledText("category") { return [.condition(named: category)] }
    let (carbs, protein) = (try scanner.amount("carbs"), try scanner.amount("protein"))
    let fat = try scanner.amount("fat")
    // For a bolus in two parts, the total is the entered amount.
    let amounts = [try scanner.amount("insulin"), try scanner.amount("enteredinsulin")]
    let insulin = amounts.compactMap(\.self).max()
    let hasFood = [carbs, protein, fat].contains { ($0 ?? 0) > 0 }
    let hasAmount = hasFood || (insulin ?? 0) > 0
    var kinds: [DiaryEvent.Content] = []
    let isMeal =
      hasAmount
      ? hasFood : (carbs ?? protein ?? fat) != nil && NightscoutVocabulary.isMeal(type)
    if isMeal || type == NightscoutVocabulary.meal {
      let name = scanner.filledText("foodType")
      kinds.append(.meal(Meal(name: name, carbs: carbs, protein: protein, fat: fat)))
    }
    if let insulin, hasAmount ? insulin > 0 : NightscoutVocabulary.isDose(type) {
      kinds += doses(insulin).map { .insulin($0) }
    }
    if type.contains("exercise") {
      let minutes = try scanner.amount("duration", upTo: 1e6)
      let exact = try scanner.amount("seconds", upTo: 1e9)
      var exercise = Exercise(
        name: scanner.filledText("name"),
        duration: .seconds(exact ?? ((minutes ?? 0) * 60).nearbyDecimal))
      exercise.intensity = scanner.text("intensity").flatMap { Exercise.Intensity(rawValue: $0) }
      exercise.kind = scanner.filledText("exerciseKind").map { Exercise.Kind(rawValue: $0) }
      kinds.append(.exercise(exercise))
    }
    if kinds.isEmpty, let category = NightscoutVocabulary.changes[type] {
      kinds.append(.entry(DiaryEntry(category)))
    }
    if kinds.isEmpty, let noteOrCondition { kinds.append(noteOrCondition) }
    // With an unknown type, zero is kept if there is no other content.
    if kinds.isEmpty, !scanner.has("glucose") {
      if let insulin {
        kinds += doses(insulin).map { .insulin($0) }
      } else if let carbs {
        kinds.append(.meal(Meal(carbs: carbs)))
      }
    }
    return kinds
  }

  /// Returns the dose, or one for each insulin if the treatment lists injections with this total.
  private func doses(_ units: Double) -> [InsulinDose] {
    if let action = scanner.filledText("insulinAction") {
      return [InsulinDose(units: units, action: InsulinDose.Action(rawValue: action))]
    }
    let injections = injections
    if !injections.isEmpty, (injections.map(\.units).decimalSum - units).magnitude < 1e-6 {
      var doses: [InsulinDose] = []
      for injection in injections where units == 0 || injection.units > 0 {
        if let same = doses.firstIndex(where: { $0.action == injection.action }) {
          doses[same].units = [doses[same].units, injection.units].decimalSum
        } else {
          doses.append(injection)
        }
      }
      if doses.count == 1 { doses[0].units = units }
      if !doses.isEmpty { return doses }
    }
    return [InsulinDose(units: units, action: action)]
  }

  /// The action that the treatment states for the insulin of its only dose. "Bolus" is the type of
  /// a form that people use for any insulin.
  private var action: InsulinDose.Action? {
    if let action = scanner.insulinAction("insulinType") { return action }
    if let isBasal = scanner.truth("isBasalInsulin") { return isBasal ? .longActing : .rapidActing }
    return InsulinDose.Action(naming: type)
  }

  private var injections: [InsulinDose] {
    (scanner.nested("insulinInjections")?.elements ?? []).compactMap { injection in
      guard let units = injection.number("units"), 0...RecordNumber.greatestAmount ~= units else {
        return nil
      }
      return InsulinDose(units: units, action: injection.insulinAction("insulin"))
    }
  }

  /// The note of a treatment without a meal, insulin, exercise, or change, or its type as a condition.
  private var noteOrCondition: DiaryEvent.Content? {
    // A blood glucose check is a reading, with or without text.
    let isNote =
      type.isEmpty || NightscoutVocabulary.notes.contains(type)
      || scanner.has("glucose") && NightscoutVocabulary.checks.contains(type)
    if isNote { return note == nil ? nil : .entry(DiaryEntry(.note)) }
    return scanner.filledText("eventType").map { .condition(named: $0) }
  }

  /// Returns whether the treatment's type is all that an event was made of.
  private func isTypeAlone(_ kind: DiaryEvent.Content) -> Bool {
    let isOwn = [scanner["category"], scanner["entryCategory"]].contains {
      scanner.filledText($0) != nil
    }
    guard !isOwn, note == nil else { return false }
    return switch kind {
    case .condition: lasting(kind) == 0
    case .entry: true
    case .meal, .insulin, .exercise: false
    }
  }

  private func lasting(_ kind: DiaryEvent.Content) -> Double? {
    guard [.condition, .note].contains(kind.category) else { return nil }
    // Only this module's writer writes this for an ongoing condition.
    if let node = scanner["seconds"], scanner.text(of: node, is: NightscoutVocabulary.open) {
      return nil
    }
    let seconds =
      scanner.number("seconds")
      ?? ((scanner.number("duration") ?? 0) * 60).nearbyDecimal
    return max(0, min(seconds, 1e9))
  }

  private var note: String? { scanner.filledText("notes") ?? scanner.filledText("reason") }

  /// The concentration, if there is one; zero is the value of a form that was left empty.
  private var glucose: Int? {
    scanner.filled("glucose").flatMap { scanner.number($0) == 0 ? nil : $0 }
  }

  private var origin: String? { scanner.filledText("glucoseType")?.lowercased() }

  private var isSensors: Bool { origin == "sensor" }

  /// Returns a meter's reading. The concentration of another treatment, such as a calculation, is
  /// an input to it, which may be the sensor's.
  private func meter() throws(Rejection) -> GlucoseCell? {
    let isCheck = NightscoutVocabulary.checks.contains(type) && !isSensors
    guard isCheck || origin.map({ NightscoutVocabulary.measured.contains($0) }) ?? false,
      let node = glucose
    else { return nil }
    let value = try RecordNumber.concentration(scanner.number(node), scanner.excerpt(node))
    return .value(value, try scanner.unit("units"))
  }

  /// Returns Nightscout's identifier, with a suffix if a treatment is several events.
  private func id(of kind: DiaryEvent.Content, amongst count: Int) -> DiaryEvent.ID? {
    var part = count > 1 ? "-" + kind.category.rawValue : ""
    if count > 1, case .insulin(let dose) = kind, injections.count > 1 {
      part += dose.action.map { "-" + $0.rawValue } ?? ""
    }
    if let own = scanner.filledText("identifier") { return DiaryEvent.ID(rawValue: own + part) }
    guard let node = scanner["_id"].map({ scanner.unwrapped($0) }),
      let text = scanner.filledText(node)
    else { return scanner.filledText("uuid").map { DiaryEvent.ID(rawValue: $0 + part) } }
    return DiaryEvent.ID(rawValue: "nightscout-" + text + part)
  }
}
