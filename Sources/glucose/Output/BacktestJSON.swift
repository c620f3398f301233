#if CommandLine
  import GlucoseStudy

  /// The JSON of back-tests: the schema "swift-glucose/backtest" of docs/json.md.
  ///
  /// Keys are in snake case. The version increases when a key is removed or its meaning changes.
  struct BacktestJSON: Encodable {
    let schema = "swift-glucose/backtest"
    let version = 1
    let unit = GlucoseUnit.mgdL.rawValue
    let runs: [Run]

    init(_ reports: [BacktestReport]) { runs = reports.map { Run($0) } }

    /// The back-test of the recordings of one cadence.
    struct Run: Encodable {
      let cadenceMinutes: Int
      let design: String
      let testFraction: Double
      let people: [String]
      let originCount: Int
      let horizonMinutes: [Double]
      let peopleCoveredPercent: Double?
      let trainedOn, trainedOnTested: [String]
      let predictors: [Predictor]
      let model: ModelDescription?
      let scores: [Score]
      let paths: [Path]
      let alarms: [Alarm]
      let reliabilities: [Reliability]

      init(_ report: BacktestReport) {
        let result = report.result
        cadenceMinutes = report.cadence.rawValue
        design = report.design.rawValue
        testFraction = result.testPercentage.fraction
        people = report.people
        originCount = result.originCount
        horizonMinutes = report.horizons.map(\.inMinutes)
        peopleCoveredPercent = report.percentageOfPeopleCovered?.percent
        trainedOn = report.trainingStudies ?? []
        trainedOnTested = report.testedTrainingStudies
        predictors = result.predictors.map { Predictor($0, report) }
        model = report.model.map { ModelDescription($0) }
        scores = result.scores.map { score in
          Score(
            score, score.person.map { report.people[$0] },
            score.person == nil
              ? result.bootstrapInterval(of: score.predictor, lead: score.lead) {
                $0.rootMeanSquare
              } : nil)
        }
        paths = result.predictors.compactMap { id in
          result.pathSummary(of: id).map {
            Path(
              predictor: id, count: $0.count, medianRmse: $0.rootMeanSquare,
              medianMae: $0.meanAbsolute)
          }
        }
        alarms = result.alarms.map { Alarm($0) }
        reliabilities = result.reliabilities.map { Reliability($0) }
      }
    }

    /// A predictor that scores, alarms, and reliabilities refer to.
    struct Predictor: Encodable {
      let id, name, kind: String
      let usesEvents, isUpdated: Bool

      init(_ id: String, _ report: BacktestReport) {
        self.id = id
        name = report.result.name(of: id) ?? id
        let traits = report.result.traits(of: id) ?? []
        kind =
          !traits.contains(.model)
          ? "baseline" : traits.contains(.personal) ? "personal_model" : "population_model"
        usesEvents = traits.contains(.usesEvents)
        isUpdated =
          traits.contains(.personal) && !traits.contains(.fixed)
          && report.result.options.updateInterval != nil
      }
    }

    /// The errors of a predictor at a lead, for a person or for all people.
    struct Score: Encodable {
      let predictor: String
      let person: String?
      let minutes: Double
      let count: Int
      let rmse, mae, mardPercent, bias: Double?
      let rmseInterval: [Double]?
      let coverage: [Coverage]
      let crps, intervalWidth: Double?
      let intervalScores: [IntervalScore]
      let clarke, parkes, dts: [String: Double]
      let lagMinutes: Double?
      let lowSensitivity, lowPrecision: Double?

      init(_ score: Backtest.Score, _ person: String?, _ interval: ClosedRange<Double>?) {
        let errors = score.errors
        predictor = score.predictor
        self.person = person
        minutes = score.lead.inMinutes
        count = errors.count
        rmse = errors.rootMeanSquare
        mae = errors.meanAbsolute
        mardPercent = errors.meanAbsoluteRelative
        bias = errors.bias
        rmseInterval = interval.map { [$0.lowerBound, $0.upperBound] }
        coverage = (1...19).compactMap { step in
          errors.coverage(of: Double(step) / 20).map {
            Coverage(nominal: Double(step) / 20, observed: $0)
          }
        }
        intervalWidth = errors.meanWidth
        crps = errors.crps
        intervalScores = ForecastErrors.intervalCoverages.compactMap { nominal in
          errors.intervalScore(of: nominal).map { IntervalScore(nominal: nominal, score: $0) }
        }
        clarke = Self.zones(errors.clarkePercentage)
        parkes = Self.zones(errors.parkesPercentage)
        dts = Self.zones(errors.dtsPercentage)
        lagMinutes = errors.timeLag?.inMinutes
        lowSensitivity = errors.lowSensitivity
        lowPrecision = errors.lowPrecision
      }

      private static func zones(_ share: (ErrorGridZone) -> Percentage?) -> [String: Double] {
        Dictionary(
          uniqueKeysWithValues: ErrorGridZone.allCases.compactMap { zone in
            share(zone).map { (zone.rawValue, $0.fraction) }
          })
      }
    }

    /// The medians of a predictor's errors over paths.
    struct Path: Encodable {
      let predictor: String
      let count: Int
      let medianRmse, medianMae: Double
    }

    /// The fraction of outcomes in the interval of a nominal coverage.
    struct Coverage: Encodable {
      let nominal, observed: Double
    }

    /// The mean interval score of a nominal coverage.
    struct IntervalScore: Encodable {
      let nominal, score: Double
    }

    /// The performance of a predictor's alarms at a rate of false alarms.
    struct Alarm: Encodable {
      let predictor: String
      let crossing: Crossing
      let maximumFalseAlarmsPerWeek, minimumSpecificity: Double?
      let cutoff: Double
      let episodes, caught, trueAlarms, falseAlarms: Int
      let falseAlarmsPerWeek, sensitivity, precision, warningMinutes: Double?
      let specificity, trueAlarmsPerDay: Double?
      let sensitivityInterval, precisionInterval: [Double]?

      init(_ score: AlarmPerformance) {
        let all = score.all
        predictor = score.predictor
        crossing = Crossing(score.crossing)
        switch score.limit {
        case .falseAlarmsPerWeek(let rate):
          (maximumFalseAlarmsPerWeek, minimumSpecificity) = (rate, nil)
        case .specificity(let least):
          (maximumFalseAlarmsPerWeek, minimumSpecificity) = (nil, least.fraction)
        }
        cutoff = score.cutoff
        episodes = all.episodes
        caught = all.caught
        trueAlarms = all.trueAlarms
        falseAlarms = all.falseAlarms
        falseAlarmsPerWeek = all.falseAlarmsPerWeek
        sensitivity = all.sensitivity
        precision = all.precision
        warningMinutes = all.meanLead?.inMinutes
        specificity = all.specificity
        trueAlarmsPerDay = all.trueAlarmsPerDay
        sensitivityInterval = score.sensitivityInterval().map { [$0.lowerBound, $0.upperBound] }
        precisionInterval = score.precisionInterval().map { [$0.lowerBound, $0.upperBound] }
      }
    }

    /// A threshold, and the side on which it is crossed.
    struct Crossing: Encodable {
      let side: String
      let threshold: Double

      init(_ crossing: ThresholdCrossing) {
        (side, threshold) = (crossing.side.rawValue, crossing.threshold.mgdL)
      }
    }

    /// The observed frequencies of crossings by predicted probability.
    struct Reliability: Encodable {
      let predictor: String
      let crossing: Crossing
      let brierScore: Double?
      let bins: [Bin]

      struct Bin: Encodable {
        let count: Int
        let predicted, observed: Double?
      }

      init(_ reliability: CrossingReliability) {
        predictor = reliability.predictor
        crossing = Crossing(reliability.crossing)
        brierScore = reliability.brierScore
        bins = reliability.counts.indices.map {
          Bin(
            count: reliability.counts[$0], predicted: reliability.expected(bin: $0),
            observed: reliability.observed(bin: $0))
        }
      }
    }
  }
#endif
