internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

struct PatientSimulator: Sendable {
  private let patient: VirtualPatient
  private var diary: SimulatedDiary
  /// The next minute to simulate, counted from the start of the recording.
  private var minute: Int

  private var body: HovorkaModel
  private var sensor: SensorSimulator
  private var queue = EventQueue()
  private var reactions: RandomSource
  /// The logarithm of insulin's effect at the start of the day.
  private var drift = 0.0
  private var exercise = (exertion: 0.0, until: 0)
  private var activeConditions: [(effect: ExternalInputs, until: Int)] = []
  /// The last reading seen and the minutes of the last actions.
  private var lastShown = Glucose.mmolL(8)
  private var lastBolus = Int.min / 2
  private var lastSugar = Int.min / 2

  /// Creates a simulation that starts one day before `day`, not to record a steady state.
  init(of patient: VirtualPatient, recordedFrom day: LocalDay, every cadence: Int) {
    self.patient = patient
    diary = SimulatedDiary(seed: patient.seed, start: day.start, cadence: cadence)
    minute = diary.minute(day.advanced(by: -1).start)
    body = HovorkaModel(patient.physiology, steadyAt: 8)
    sensor = SensorSimulator(patient.sensor, seed: patient.seed)
    reactions = RandomSource(seed: patient.seed, for: .reactions)
  }

  var record: (recording: Recording, plasma: GlucoseSeries) { diary.record }

  /// Simulates `day`, which must be the next day. A date that the time zone skips has no minutes.
  mutating func simulate(_ day: LocalDay, number: Int) {
    let begin = minute
    let end = diary.minute(day.end)
    guard begin < end else { return }
    let plan = DayPlan(
      of: patient, day: day, start: diary.start, drift: drift,
      random: RandomSource(seed: patient.seed, for: .day(number)))
    diary.begin(day)
    queue.add(plan.items)
    while minute < end {
      while let action = queue.takeDue(minute) { perform(action) }
      if minute % 5 == 0 { senseAndReact(isAwake: plan.awake.contains(minute)) }
      let share = Double(minute - begin) / Double(end - begin)
      body.advance(minutes: 1, under: externalInputs(plan, drift: plan.drift(share)))
      minute += 1
    }
    drift = plan.drift(1.0.nextDown)
  }

  private mutating func externalInputs(_ plan: DayPlan, drift: Double) -> ExternalInputs {
    activeConditions.removeAll { $0.until <= minute }
    var now = ExternalInputs(
      sensitivity: exponential(drift),
      production: 1 + patient.physiology.dawnRise * plan.dawnFraction(minute),
      exertion: minute < exercise.until ? exercise.exertion : 0)
    for (effect, _) in activeConditions {
      now.sensitivity *= effect.sensitivity
      now.production *= effect.production
    }
    return now
  }

  private mutating func perform(_ action: EventQueue.Action) {
    switch action {
    case .eat(let dish, let estimate):
      body.eat(carbs: dish.carbs, sugar: dish.sugar, fat: dish.fat)
      diary.log(
        .meal(
          Meal(
            name: dish.name, carbs: estimate, protein: dish.protein.rounded(),
            fat: dish.fat.rounded())), minute)
    case .injectForMeal(let carbs): inject(carbs / patient.habits.carbsPerUnit + correction)
    case .injectLong(let units):
      body.inject(long: units)
      diary.log(.insulin(InsulinDose(units: units, action: .longActing)), minute)
    case .exercise(let session, let minutes, let exertion):
      exercise = (exertion, minute + minutes)
      diary.log(.exercise(session), minute)
    case .beginCondition(let kind, let minutes, let effect):
      activeConditions.append((effect, minute + minutes))
      diary.log(.condition(DiaryCondition(kind, until: diary.time(minute + minutes))), minute)
    }
  }

  /// Takes a sensor measurement and simulates the person's reaction to it.
  private mutating func senseAndReact(isAwake: Bool) {
    let shown = sensor.measure(body.interstitial)
    diary.note(shown, plasma: body.plasma, minute)
    // Always drawn, so that one reaction does not change all later draws.
    let (notices, acts) = (reactions.uniform(), reactions.uniform())
    let amount = reactions.uniform(in: 10...26)
    guard let shown = shown?.glucose else { return }
    lastShown = shown
    if shown < .mgdL(70), minute - lastSugar >= 20 {
      let urgency = (shown < .mgdL(54) ? 2.5 : 1) * (isAwake ? 1 : 0.35)
      if notices < patient.habits.lowNoticeProbability * urgency {
        takeSugar((amount / 5).rounded() * 5)
      }
    } else if shown > .mgdL(250), isAwake, minute - lastBolus > 120 {
      let urgency = shown > .mgdL(320) ? 3.0 : 1
      if acts < patient.habits.correctionProbability * urgency { inject(correction) }
    }
  }

  private mutating func takeSugar(_ carbs: Double) {
    lastSugar = minute
    body.eat(carbs: carbs, sugar: carbs)
    diary.log(.meal(Meal(name: "Juice", carbs: carbs, protein: 0, fat: 0)), minute)
  }

  /// The units added for a high reading, unless a dose is recent, or subtracted for a low reading.
  private var correction: Double {
    let above = lastShown.mmolL - 7
    if above < -2 { return above / patient.habits.correctionFactor * 0.5 }
    return above > 3 && minute - lastBolus > 150 ? above / patient.habits.correctionFactor * 0.9 : 0
  }

  /// Injects the units rounded to the half units of an insulin pen.
  private mutating func inject(_ units: Double) {
    let units = (2 * units).rounded() / 2
    guard units > 0 else { return }
    lastBolus = minute
    body.inject(
      rapid: units * reactions.logNormal(median: 1, spread: patient.physiology.injectionSpread))
    diary.log(.insulin(InsulinDose(units: units, action: .rapidActing)), minute)
  }
}
