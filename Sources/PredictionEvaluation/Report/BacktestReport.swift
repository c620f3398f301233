public import DayChart
public import DaySummary
public import GlucoseDiary
public import GlucoseMath
public import Prediction
public import GlucoseFoundation

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
  public let trainingStudies: [String]?
  /// The ``trainingStudies`` that people of the test are from, by name; errors on them are too
  /// small.
  public let testedTrainingStudies: [String]
  /// The scores.
  public let result: Backtest
  /// The leads in tables, in ascending order; the last is the horizon of the model.
  public let horizons: [Duration]
  /// Forecasts of the personal model without events at the horizon, each with the reading nearest
  /// to it, at up to about 6,000 origins spread over the tests; empty unless data for pictures was
  /// requested.
  public let forecastPairs: [GlucosePair]
  /// The forecasts of the last day of the longest recording, or `nil` if there are none or data for
  /// pictures was not requested.
  public let day: ForecastDay?
  /// The personal model without events of the first person at the start of the test, or `nil` if no
  /// test started.
  public var model: Forecaster? { sharedModel }
  @Shared private var sharedModel: Forecaster?

  /// The longest lead.
  public var horizon: Duration { horizons[horizons.count - 1] }

  /// Creates a report by fitting the model of this package and testing it beside baselines.
  ///
  /// - Parameters:
  ///   - people: The recordings, all of one cadence.
  ///   - options: The options of the fit. The last of `horizons` replaces their horizon, and values
  ///     that the design prescribes take precedence.
  ///   - horizons: The leads in tables, multiples of the cadence, unless the design prescribes
  ///     them.
  ///   - design: The design of the back-test, which determines the data that the model is fitted
  ///     to.
  ///   - interval: The interval of updates of personal models during the test, as predictors beside
  ///     the models without updates, or `nil` for no updates.
  ///   - crossings: The crossings whose alarms are tested (default: the standard ones in mg/dL).
  ///     Those of recordings in mmol/L are `Backtest.standardCrossings(in: .mmolL)`: a reading of
  ///     10.0 mmol/L is above 180 mg/dL and not above 10.0 mmol/L.
  ///   - models: The pretrained models to test, or `nil` for models fitted to the people.
  ///   - zone: The time zone of the local clock in pictures.
  ///   - drawsPictures: A Boolean value that indicates whether to collect the data for pictures.
  ///   - tasks: The number of tasks that share the work, or `nil` for one per core.
  ///   - progress: A closure that receives the completed fraction of the work, called concurrently.
  ///   - begin: A closure that receives the position of each person whose test starts, called
  ///     concurrently.
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
    test.context = design.context
    let tested = recordings.reduce(0) {
      $0 + Double($1.series.count) * test.testPercentage.fraction
    }
    // More points than some 6,000 would hide each other.
    let stride = max(Int(tested) / 6000, 1)
    let notes = Lock(Notes())
    result = try await Backtest.ofModel(
      of: people.count, options, by: design, updateInterval: interval, alarmsOf: crossings,
      testing: models, tasks: tasks, progress: progress, recording: { recordings[$0] }
    ) { [test] person, personal in
      begin(person)
      let pairs =
        drawsPictures
        ? personal.forecastPairs(on: recordings[person], test, every: stride, lead: horizon) : []
      notes.withLock {
        $0.pairs[person] = pairs
        if person == longest { $0.ofLongest = personal }
        if person == 0 { $0.ofFirst = personal }
      }
    }
    let found = notes.withLock { $0 }
    self.people = people.map(\.name)
    self.horizons = horizons
    self.design = design
    trainingStudies = models?.studies
    let studies = Set(people.compactMap(\.study))
    testedTrainingStudies = (models?.studies ?? []).filter(studies.contains)
    cadence = found.ofFirst?.cadence ?? options.cadence ?? .fiveMinutes
    sharedModel = found.ofFirst
    forecastPairs = recordings.indices.flatMap { found.pairs[$0] ?? [] }
    if drawsPictures, let longest, let model = found.ofLongest {
      day = ForecastDay(of: recordings[longest], by: model, in: zone)
    } else {
      day = nil
    }
  }

  /// Data about the people's tests, collected concurrently as they start.
  private struct Notes {
    @Shared var ofLongest: Forecaster? = nil
    @Shared var ofFirst: Forecaster? = nil
    var pairs: [Int: [GlucosePair]] = [:]
  }

  /// Returns a picture of ``forecastPairs`` on the Parkes error grid for type 1 diabetes, or `nil`
  /// if there are none.
  public func errorGrid(
    unit: GlucoseUnit, size: PlotSize = PlotSize(width: 480, height: 520),
    palette: ChartPalette = .arises, strings: ChartStrings = ChartStrings()
  ) -> ErrorGridPicture? {
    ErrorGridPicture(
      forecasts: forecastPairs, lead: horizon, unit: unit, size: size, palette: palette,
      strings: strings)
  }
}
