import GlucoseMath
import Testing

@testable import GlucoseSimulation

@Suite struct HovorkaModelTests {
  /// The plasma glucose in mg/dL every 15 minutes of a day with meals, insulin, sugar, and
  /// exercise, integrated with `steps` steps per minute.
  private func course(steps: Int) -> [Double] {
    var body = HovorkaModel(Physiology(), steadyAt: 7)
    var course: [Double] = []
    for minute in 0..<1440 {
      switch minute {
      case 420: body.eat(carbs: 50, fat: 10)
      case 425: body.inject(rapid: 5)
      case 750: body.eat(carbs: 80, fat: 30)
      case 770: body.inject(rapid: 7)
      case 1200: body.eat(carbs: 20, sugar: 20)
      case 1300: body.inject(long: 20)
      default: break
      }
      let circumstances = ExternalInputs(
        sensitivity: 0.9, production: 1.1, exertion: (1000..<1045).contains(minute) ? 0.6 : 0)
      body.advance(minutes: 1, steps: steps, under: circumstances)
      if minute % 15 == 0 { course.append(body.plasma.mgdL) }
    }
    return course
  }

  @Test func halvingTheStepChangesNoReading() {
    let differences = zip(course(steps: 1), course(steps: 2)).map { abs($0 - $1) }
    #expect(differences.reduce(0, max) < 0.05)
  }

  /// If glucose crosses no threshold of the model, the error of the method decreases with the
  /// fourth power of the step: by a factor of 16 for each halving.
  @Test func errorDecreasesWithTheFourthPowerOfTheStep() {
    func end(step: Double) -> Double {
      var body = HovorkaModel(Physiology(), steadyAt: 7)
      body.eat(carbs: 10, fat: 5)
      body.inject(rapid: 1)
      body.advance(minutes: 120, steps: Int(120 / step), under: ExternalInputs())
      return body.plasma.mgdL
    }
    let truth = end(step: 0.125)
    let ratio = abs(end(step: 4) - truth) / abs(end(step: 2) - truth)
    #expect((10...24).contains(ratio))
  }

  @Test(arguments: [5.0, 7, 8.5, 12])
  func bodyInASteadyStateIsConstant(concentration: Double) {
    let body = HovorkaModel(Physiology(), steadyAt: concentration)
    let rate = body.rate(of: body.state, under: ExternalInputs())
    #expect(abs(body.plasma.mmolL - concentration) < 1e-9)
    #expect(abs(rate.glucose) < 1e-9)
    #expect(abs(rate.tissueGlucose) < 1e-9)
    #expect(abs(rate.insulin) < 1e-9)
    #expect(abs(rate.interstitial) < 1e-9)
  }

  @Test func longActingDoseKeepsGlucoseNearItsInitialValue() {
    var body = HovorkaModel(Physiology(), steadyAt: 7)
    let units = body.basalUnitsPerDay
    for _ in 0..<20 {
      body.inject(long: units)
      body.advance(minutes: 1440, steps: 1440, under: ExternalInputs())
    }
    #expect(abs(body.plasma.mmolL - 7) < 2)
    #expect((8...40).contains(units))
  }

  @Test func compartmentsConserveMass() {
    var chain = CompartmentPair(first: 100)
    var left = 0.0
    for _ in 0..<60_000 {
      left += 0.01 * chain.outflow(40)
      chain = chain.moved(by: chain.rate(40), times: 0.01)
    }
    #expect(abs(left + chain.first + chain.second - 100) < 1e-6)
    #expect(left > 99.9)
  }

  @Test func mealRaisesGlucoseForAnHourOrTwo() {
    var body = HovorkaModel(Physiology(), steadyAt: 7)
    body.eat(carbs: 60, fat: 10)
    body.inject(rapid: 5)
    var peak = (minute: 0, value: 0.0)
    for minute in 1...300 {
      body.advance(minutes: 1, under: ExternalInputs())
      if body.plasma.mgdL > peak.value { peak = (minute, body.plasma.mgdL) }
    }
    #expect((45...150).contains(peak.minute))
    #expect(peak.value > 126 + 30)
  }

  @Test func sugarRaisesGlucoseSoonerThanAMealAndFatDelaysIt() {
    func after30(_ eat: (inout HovorkaModel) -> Void) -> Double {
      var body = HovorkaModel(Physiology(), steadyAt: 5)
      eat(&body)
      body.advance(minutes: 30, steps: 30, under: ExternalInputs())
      return body.plasma.mgdL
    }
    let sugar = after30 { $0.eat(carbs: 20, sugar: 20) }
    let lean = after30 { $0.eat(carbs: 20) }
    let fatty = after30 { $0.eat(carbs: 20, fat: 40) }
    #expect(sugar > lean + 5)
    #expect(lean > fatty + 2)
  }

  /// Riddell et al., Diabetes Care 46:704, 2023, measured a fall of 18 ± 39 mg/dL in about half an
  /// hour of aerobic exercise; Breton's model falls further in longer sessions.
  @Test func exerciseLowersGlucoseAsMuchAsMeasured() {
    var resting = HovorkaModel(Physiology(), steadyAt: 9)
    var moving = resting
    resting.advance(minutes: 30, steps: 30, under: ExternalInputs())
    moving.advance(minutes: 30, steps: 30, under: ExternalInputs(exertion: 0.6))
    #expect((8...45).contains(resting.plasma.mgdL - moving.plasma.mgdL))
    for _ in 0..<5 {
      resting.advance(minutes: 60, steps: 60, under: ExternalInputs())
      moving.advance(minutes: 60, steps: 60, under: ExternalInputs())
    }
    #expect(moving.state.exerciseEffect > 0.5)
  }

  @Test func noDoseLowersGlucoseToZero() {
    var body = HovorkaModel(Physiology(), steadyAt: 5)
    body.inject(rapid: 200)
    for _ in 0..<1440 {
      body.advance(minutes: 1, under: ExternalInputs(sensitivity: 2, exertion: 1))
      #expect(body.plasma.mgdL > 0)
    }
  }

  @Test func lessSensitivityAndMoreOutputRaiseGlucose() {
    func after(_ circumstances: ExternalInputs) -> Double {
      var body = HovorkaModel(Physiology(), steadyAt: 7)
      body.advance(minutes: 240, steps: 240, under: circumstances)
      return body.plasma.mgdL
    }
    #expect(after(ExternalInputs(sensitivity: 0.8)) > after(ExternalInputs()) + 10)
    #expect(after(ExternalInputs(production: 1.2)) > after(ExternalInputs()) + 10)
  }
}
