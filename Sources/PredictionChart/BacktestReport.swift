// SPDX-License-Identifier: Apache-2.0

public import DayChart
public import DaySummary
public import GlucoseDiary
public import GlucoseMath
public import Prediction

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A back-test of the model of this package on recordings of one cadence, with what its tables, pictures, and page
/// show.
///
///     let report = try await BacktestReport(of: people, options, in: oslo)
///     let page = BacktestPage([report], unit: .mmolL).html
public struct BacktestReport: Sendable {
  /// A person of a back-test.
  public struct Person: Sendable {
    /// The name in tables.
    public let name: String
    /// The readings and what the person logged.
    public let recording: Recording

    /// Creates a person of this name.
    public init(name: String, recording: Recording) {
      self.name = name
      self.recording = recording
    }
  }

  /// The names of the people, in the order of the persons of ``result``.
  public let people: [String]
  /// The cadence of the recordings and of the model.
  public let cadence: SensorCadence
  /// What the model was fitted to.
  public let design: BacktestDesign
  /// The scores.
  public let result: Backtest
  /// The times ahead that tables show, in ascending order; the last is the horizon of the model.
  public let horizons: [Duration]
  /// Forecasts of the personal model without events at the horizon, at up to about 6,000 origins spread over the tests, each with
  /// the reading nearest to it; empty unless pictures were asked for.
  public let forecastPairs: [GlucosePair]
  /// The forecasts of the last day of the longest recording, or `nil` if there are none or pictures were not asked
  /// for.
  public let day: ForecastDay?
  /// The personal model without events of the first person as the test begins, or `nil` if no test began.
  public let model: Forecaster?

  /// The longest time ahead.
  public var horizon: Duration { horizons[horizons.count - 1] }

  /// Fits and tests the model of this package beside baselines.
  ///
  /// - Parameters:
  ///   - people: The recordings, all of one cadence.
  ///   - options: How the model is fitted; its horizon is the last of `horizons`, and what the design asks for takes
  ///     precedence.
  ///   - horizons: The times ahead that tables show, multiples of the cadence, unless the design has its own.
  ///   - design: What the model is fitted to.
  ///   - interval: How often personal models are updated during the test, as predictors beside those that are not, or
  ///     `nil` for never.
  ///   - zone: The zone whose clock pictures show.
  ///   - drawsPictures: A Boolean value that indicates whether to collect what only pictures need.
  ///   - tasks: The number of tasks that share the work, or `nil` for one to a core.
  ///   - progress: Called with the fraction of the work done, from several tasks at once.
  ///   - begin: Called with the position of each person whose test begins, from several tasks at once.
  /// - Throws: `FitError` if there is too little data, readings are too far apart, or the options are not
  ///   valid; `CancellationError` if the task was canceled.
  /// - Precondition: `horizons` must not be empty.
  public init(
    of people: [Person], _ options: FitOptions, at horizons: [Duration],
    by design: BacktestDesign = .chronological, updatingEvery interval: Duration? = nil,
    in zone: TimeZone, drawsPictures: Bool = true, tasks: Int? = nil,
    progress: @escaping @Sendable (Double) -> Void = { _ in },
    begin: @escaping @Sendable (_ person: Int) -> Void = { _ in }
  ) async throws {
    let horizons = Set(design.reportedLeads ?? horizons).sorted()
    guard let horizon = horizons.last else {
      preconditionFailure("horizons must not be empty")
    }
    var options = options
    options.horizon = horizon
    let recordings = people.map(\.recording)
    let longest = recordings.indices.max {
      recordings[$0].series.count < recordings[$1].series.count
    }
    let sampler =
      drawsPictures
      ? ForecastPairSampler(
        recordings, testShare: design.testShare ?? options.testShare, context: design.context,
        horizon: horizon) : nil
    let notes = Lock(Notes())
    result = try await Backtest.ofModel(
      for: recordings, options, by: design, learningEvery: interval, tasks: tasks,
      progress: progress
    ) { person, personal in
      begin(person)
      let pairs = sampler?.pairs(of: personal, on: recordings[person]) ?? []
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
    cadence = found.ofFirst?.cadence ?? options.cadence ?? .fiveMinutes
    model = found.ofFirst
    forecastPairs = recordings.indices.flatMap { found.pairs[$0] ?? [] }
    if drawsPictures, let longest, let model = found.ofLongest {
      day = ForecastDay(of: recordings[longest], by: model, in: zone)
    } else {
      day = nil
    }
  }

  /// What is kept of the people's tests as they begin, several at once.
  private struct Notes {
    var ofLongest, ofFirst: Forecaster?
    var pairs: [Int: [GlucosePair]] = [:]
  }

  /// The forecasts of ``forecastPairs`` on the error grid of Parkes for type 1 diabetes, or `nil` if there are none.
  public func errorGrid(
    unit: GlucoseUnit, size: PlotSize = PlotSize(width: 480, height: 520),
    palette: ChartPalette = .arises
  ) -> ErrorGridPicture? {
    ErrorGridPicture(
      forecasts: forecastPairs, lead: horizon, unit: unit, size: size, palette: palette)
  }
}
