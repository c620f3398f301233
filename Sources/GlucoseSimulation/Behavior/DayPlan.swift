internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

struct DayPlan: Sendable {
  /// The planned events, in no order.
  private(set) var items: [EventQueue.Item] = []
  /// The waking time, in minutes after the start of the recording.
  private(set) var awake: Range<Int>
  /// The minutes of the start, peak, and end of the dawn effect.
  private let dawn: (begin: Int, peak: Int, end: Int)
  /// The logarithm of insulin's effect at the start of the day and after each quarter.
  let drift: [Double]

  private let habits: Habits
  private var random: RandomSource
  private let day: LocalDay
  private let start: Date
  private let isWeekend: Bool

  /// Creates the plan of `day`, at whose start insulin's effect has the logarithm `drift`.
  init(
    of patient: VirtualPatient, day: LocalDay, start: Date, drift: Double, random: RandomSource
  ) {
    habits = patient.habits
    self.day = day
    self.start = start
    self.random = random
    isWeekend = day.weekday >= 6
    let memory = 0.7
    let news = patient.physiology.sensitivitySpread * (1 - memory * memory).squareRoot()
    var drifts = [drift]
    for quarter in 0..<4 { drifts.append(memory * drifts[quarter] + news * self.random.normal()) }
    self.drift = drifts
    dawn = (
      day.minute(showing: 3 * 60, after: start), day.minute(showing: 7 * 60, after: start),
      day.minute(showing: 11 * 60, after: start)
    )
    awake = 0..<0
    let delay = isWeekend ? habits.weekendDelayMinutes : 0
    let wakeMinute = habits.wakeMinute + delay + about(0, spread: 12)
    let up = clock(wakeMinute)
    awake = up..<max(up, clock(habits.bedMinute + about(0, spread: 20)))
    planMeals(wakeMinute: wakeMinute, delay: delay)
    planBasal()
    planExercise()
    planIllness()
    planStress()
  }

  /// Returns the strength of the dawn effect in `minute`, from 0 to 1.
  func dawnFraction(_ minute: Int) -> Double {
    guard minute > dawn.begin, minute < dawn.end else { return 0 }
    let share =
      minute < dawn.peak
      ? Double(minute - dawn.begin) / Double(dawn.peak - dawn.begin)
      : Double(dawn.end - minute) / Double(dawn.end - dawn.peak)
    return share * share * (3 - 2 * share)
  }

  /// Returns the logarithm of insulin's effect at the fraction `share` of the day, below 1.
  func drift(_ share: Double) -> Double {
    let quarter = Int(4 * share)
    return drift[quarter] + (4 * share - Double(quarter)) * (drift[quarter + 1] - drift[quarter])
  }

  private mutating func planMeals(wakeMinute: Int, delay: Int) {
    if !random.chance(0.08) {
      planMeal(MealTemplate.breakfasts, at: wakeMinute + about(35, spread: 12))
    }
    planMeal(MealTemplate.lunches, at: habits.lunchMinute + delay / 2 + about(0, spread: 20))
    planMeal(MealTemplate.dinners, at: habits.dinnerMinute + about(0, spread: 25))
    if random.chance(habits.snackProbability) { planSnack(at: 15 * 60 + about(30, spread: 30)) }
    if random.chance(habits.snackProbability) { planSnack(at: 20 * 60 + about(45, spread: 20)) }
  }

  private mutating func planMeal(_ dishes: [MealTemplate], at time: Int) {
    plan(
      dishes, at: time,
      dosed: !random.chance(habits.missedBolusProbability),
      late: random.chance(habits.lateBolusProbability))
  }

  private mutating func planSnack(at time: Int) {
    plan(
      MealTemplate.snacks, at: time, dosed: !random.chance(habits.missedSnackBolusProbability),
      late: false)
  }

  private mutating func plan(_ dishes: [MealTemplate], at time: Int, dosed: Bool, late: Bool) {
    let minute = clock(time)
    let dish = random.pick(dishes)
      .portion(habits.portionScale * random.logNormal(median: 1, spread: 0.2))
    let estimate =
      dish.carbs * random.logNormal(median: habits.countingBias, spread: habits.countingSpread)
    items.append(.init(minute: minute, action: .eat(dish, estimate: Self.rounded(estimate))))
    guard dosed else { return }
    let wait = late ? random.integer(in: 10...45) : -habits.bolusLeadMinutes
    items.append(
      .init(minute: minute + wait, action: .injectForMeal(carbs: Self.rounded(estimate))))
  }

  private mutating func planBasal() {
    let minute = clock(22 * 60 + about(0, spread: 25))
    guard !random.chance(habits.missedBasalProbability) else { return }
    items.append(.init(minute: minute, action: .injectLong(units: habits.basalUnits.rounded())))
  }

  private mutating func planExercise() {
    guard random.chance(habits.exerciseProbability) else { return }
    let sport = random.pick(ExerciseTemplate.all)
    let minute = clock((isWeekend ? 10 * 60 : 17 * 60) + about(30, spread: 40))
    let minutes =
      random.integer(in: sport.minutes.lowerBound / 5...sport.minutes.upperBound / 5) * 5
    let exercise = Exercise(
      name: sport.name, duration: .seconds(60 * minutes), intensity: sport.intensity)
    if random.chance(0.4) {
      let dish = random.pick(MealTemplate.snacks)
      items.append(
        .init(minute: minute - 20, action: .eat(dish, estimate: Self.rounded(dish.carbs))))
    }
    items.append(
      .init(
        minute: minute,
        action: .exercise(exercise, minutes: minutes, exertion: sport.exertion)))
  }

  private mutating func planIllness() {
    guard random.chance(habits.illnessProbability) else { return }
    let days = random.integer(in: 1...3)
    plan(
      .illness, from: clock(9 * 60), minutes: days * 1440 + random.integer(in: 0...8) * 60,
      ExternalInputs(
        sensitivity: random.uniform(in: 0.65...0.85), production: random.uniform(in: 1.0...1.15)))
  }

  private mutating func planStress() {
    guard random.chance(habits.stressProbability) else { return }
    plan(
      .stress, from: clock(random.integer(in: 9...17) * 60),
      minutes: random.integer(in: 2...8) * 60,
      ExternalInputs(
        sensitivity: random.uniform(in: 0.8...0.95), production: random.uniform(in: 1.03...1.15)))
  }

  private mutating func plan(
    _ kind: DiaryCondition.Kind, from minute: Int, minutes: Int, _ effect: ExternalInputs
  ) {
    items.append(.init(minute: minute, action: .beginCondition(kind, minutes: minutes, effect)))
  }

  /// Returns the minute of the recording at which clocks first show `minutes` after midnight.
  private func clock(_ minutes: Int) -> Int { day.minute(showing: minutes, after: start) }

  /// Returns an amount of carbohydrate rounded to 5 g, as people log it; at least 5 g.
  private static func rounded(_ carbs: Double) -> Double { max(5, (carbs / 5).rounded() * 5) }

  private mutating func about(_ minutes: Int, spread: Double) -> Int {
    minutes + Int(spread * min(max(random.normal(), -2), 2))
  }
}

extension LocalDay {
  /// Returns the whole minutes from `start` until clocks first show `minutes` after midnight.
  fileprivate func minute(showing minutes: Int, after start: Date) -> Int {
    let minutes = min(max(minutes, 0), 1439)
    let time = time(hour: minutes / 60, minute: minutes % 60)
    return Int((time.timeIntervalSince(start) / 60).rounded(.down))
  }
}
