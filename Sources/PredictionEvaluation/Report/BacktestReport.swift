public import DayChart
public import GlucoseDiary
public import GlucoseFoundation
public import GlucoseMath
public import Prediction

/// A back-test of the model of this package on recordings of one cadence, with the data of its
/// tables, pictures, and page.
///
///     let report = try await BacktestReport(of: cohort, options, at: [.seconds(1800)], in: oslo)
///     let page = BacktestPage([report], unit: .mmolL).html
public struct BacktestReport: Sendable {
  /// A person of a back-test.
  public struct Person: Sendable {
    /// The name in tables.
    public let name: String
    /// The readings and logged events of the person.
    public let recording: Recording
    /// The name of the person's study, as in `PretrainedModels.studies`, or `nil` if it is unknown.
    public let study: String?

    /// Creates a person from a name, a recording, and the name of a study.
    public init(name: String, recording: Recording, study: String? = nil) {
      self.name = name
      self.recording = recording
      self.study = study
    }
  }

  /// The names of the people, in the order of the persons of ``result``.
  public let people: [String]
  /// The cadence of the recordings and of the model.
  public let cadence: SensorCadence
  /// The design of the back-test, which determines the data that the model is fitted to.
  public let design: BacktestDesign
  /// The names of the studies that the tested models were trained on, or `nil` if models were
  /// fitted to the people.
  package let trainingStudies: [String]?
  /// The ``trainingStudies`` that people of the test are from, by name; errors on them are too
  /// small.
  package let testedTrainingStudies: [String]
  /// The scores.
  public let result: Backtest
  /// The leads in tables, in ascending order; the last is the horizon of the model.
  public let horizons: [Duration]
  /// Forecasts of the personal model without events at the horizon, each with the reading nearest
  /// to it, at up to about 6,000 origins spread over the tests; empty unless data for pictures was
  /// requested.
  let forecastPairs: [GlucosePair]
  /// The number of readings of the tests for each of the ``forecastPairs``.
  let pairStride: Int
  /// The forecasts of the last day of the longest recording, or `nil` if there are none or data for
  /// pictures was not requested.
  let day: ForecastDay?
  /// The personal model without events of the first person at the start of the test, or `nil` if no
  /// test started.
  public var model: Forecaster? { sharedModel }
  @Shared private var sharedModel: Forecaster?

  /// The longest lead.
  public var horizon: Duration { horizons[horizons.count - 1] }

  /// Creates a report by fitting the model of this package and testing it beside baselines, with
  /// the parameters of
  /// ``Backtest/ofModel(of:_:by:updateInterval:alarmsOf:testing:tasks:progress:recording:begin:)``.
  ///
  /// The recordings must be of one cadence. `horizons` are the leads in tables, multiples of the
  /// cadence, unless the design prescribes them; the last replaces the horizon of `options`. The
  /// `crossings` of recordings in mmol/L are `Backtest.standardCrossings(in: .mmolL)`: a reading of
  /// 10.0 mmol/L is above 180 mg/dL and not above 10.0 mmol/L. Pictures have the local clock of
  /// `zone`; their data is collected only if the report `drawsPictures`.
  ///
  /// - Throws: As `Backtest.ofModel`, and if the options are not valid.
  /// - Precondition: `horizons` is not empty.
  public init(
    of people: [Person], _ options: FitOptions, at horizons: [Duration],
    by design: BacktestDesign = .chronological, updateInterval interval: Duration? = nil,
    alarmsOf crossings: [ThresholdCrossing] = Backtest.standardCrossings(in: .mgdL),
    testing models: PretrainedModels? = nil,
    in zone: TimeZone, drawsPictures: Bool = true, tasks: Int? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    begin: @escaping @Sendable (_ person: Int) -> Void = { _ in }
  ) async throws {
    let horizons = Set(design.reportedLeads ?? horizons).sorted()
    guard let horizon = horizons.last else {
      preconditionFailure("`horizons` must not be empty")
    }
    var options = options
    options.horizon = horizon
    let recordings = people.map(\.recording)
    let longest = recordings.indices.max {
      recordings[$0].series.count < recordings[$1].series.count
    }
    var test = BacktestOptions(leads: [horizon])
    test.testPercentage = design.testPercentage ?? options.testPercentage
    let tested = recordings.reduce(0) {
      $0 + Double($1.series.count) * test.testPercentage.fraction
    }
    // More points than some 6,000 would hide each other.
    let stride = max(Int(tested) / 6000, 1)
    pairStride = stride
    // Of the people's tests, which start concurrently.
    let notes = Lock((pairs: [Int: [GlucosePair]](), models: [Int: Forecaster]()))
    result = try await Backtest.ofModel(
      of: people.count, options, by: design, updateInterval: interval, alarmsOf: crossings,
      testing: models, tasks: tasks, progress: progress, recording: { recordings[$0] }
    ) { [test] person, personal in
      begin(person)
      let pairs =
        drawsPictures
        ? personal.forecastPairs(
          on: recordings[person], from: test.cut(recordings[person].series), every: stride,
          context: design.context, lead: horizon) : []
      notes.withLock {
        $0.pairs[person] = pairs
        if person == longest || person == 0 { $0.models[person] = personal }
      }
    }
    let found = notes.withLock { $0 }
    self.people = people.map(\.name)
    self.horizons = horizons
    self.design = design
    trainingStudies = models?.studies
    let studies = Set(people.compactMap(\.study))
    testedTrainingStudies = (models?.studies ?? []).filter(studies.contains)
    cadence = found.models[0]?.cadence ?? options.cadence ?? .fiveMinutes
    sharedModel = found.models[0]
    forecastPairs = recordings.indices.flatMap { found.pairs[$0] ?? [] }
    if drawsPictures, let longest, let model = found.models[longest] {
      day = ForecastDay(of: recordings[longest], by: model, in: zone)
    } else {
      day = nil
    }
  }

  /// Returns a picture of forecasts of the personal model at the horizon, each with the reading
  /// nearest to it, on the Parkes error grid for type 1 diabetes, or `nil` if there are none.
  public func errorGrid(
    unit: GlucoseUnit, palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings()
  ) -> ErrorGridPicture? {
    ErrorGridPicture(
      forecasts: forecastPairs, lead: horizon, unit: unit, palette: palette, strings: strings)
  }

  /// A one-line description of the back-test: its design, people, cadence, and number of forecasts.
  public var heading: String {
    let count = result.score(of: lastValue, lead: horizon)?.count ?? 0
    return
      "Back-test, \(design.rawValue): \(people.count) \(people.count == 1 ? "person" : "people"), "
      + "readings every \(cadence.rawValue) min, \(count) forecasts"
  }

  /// Sentences that state the training data of pretrained models that are tested or are the prior
  /// of the fit, or `nil` if there are none.
  public var note: String? {
    if let trainingStudies {
      let note = "The models were trained on \(trainingStudies.joined(separator: ", ")). "
      guard !testedTrainingStudies.isEmpty else {
        return note
          + "No tested file has the name of one of these studies; errors on their people, "
          + "under whatever name, are too small."
      }
      return note + "Errors on people of \(testedTrainingStudies.joined(separator: ", ")) are too "
        + "small, because the models were trained on them."
    }
    guard design != .best, model?.usesPrior == true else { return nil }
    return "The prior of the fit is the pretrained model. Errors on people of its training data, "
      + "five public studies, are too small."
  }

  /// The identifier of the personal model in summaries and pictures: the first that was tested, or
  /// the first with logged events if there is one.
  public var personalModel: String {
    let personal = result.predictors.filter { traits($0).contains(.personal) }
    return personal.first { traits($0).contains(.usesEvents) } ?? personal.first
      ?? "personal-model"
  }

  /// The baseline with the lowest error at the horizon, other than the last value.
  var bestBaseline: String? {
    func error(_ predictor: String) -> Double {
      result.score(of: predictor, lead: horizon)?.rootMeanSquare ?? .infinity
    }
    return baselines.filter { $0 != lastValue }.min { error($0) < error($1) }
  }

  /// The identifiers of the predictors in a summary: the last value, the best other baseline, the
  /// model if a given one is tested, and the personal model.
  var summarizedPredictors: [String] {
    let given = trainingStudies == nil ? nil : "model"
    return [lastValue, bestBaseline, given, personalModel].compactMap(\.self)
      .filter(result.predictors.contains)
  }

  var baselines: [String] { result.predictors.filter { !isModel($0) } }
  var lastValue: String { Baseline.lastValue.id }

  func name(_ predictor: String) -> String { result.name(of: predictor) ?? predictor }

  func isModel(_ predictor: String) -> Bool { traits(predictor).contains(.model) }

  private func traits(_ predictor: String) -> PredictorTraits {
    result.traits(of: predictor) ?? []
  }
}
