// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseKit

  extension BacktestRun: Encodable {
    /// The measures of a predictor at a lead, for a person or for all.
    private struct Line: Encodable {
      let predictor: String
      let person: String?
      let minutes: Double
      let count: Int
      let rmse, mae, mard, bias: Double?
      let rmseInterval: [Double]?
      let coverage: [String: Double]
      let width, winkler: Double?
      let clarke, parkes: [String: Double]
      let lagMinutes: Double?
      let lowSensitivity, lowPrecision: Double?

      init(_ score: Backtest.Score, _ person: String?, _ interval: ClosedRange<Double>?) {
        let errors = score.errors
        predictor = score.predictor
        self.person = person
        minutes = score.lead / .seconds(60)
        count = errors.count
        rmse = errors.rootMeanSquare
        mae = errors.meanAbsolute
        mard = errors.meanAbsoluteRelative
        bias = errors.bias
        rmseInterval = interval.map { [$0.lowerBound, $0.upperBound] }
        var coverage: [String: Double] = [:]
        for percent in stride(from: 5, through: 95, by: 5) {
          coverage[String(percent)] = errors.coverage(of: Double(percent) / 100)
        }
        self.coverage = coverage
        width = errors.meanWidth
        winkler = errors.winklerScore
        var clarke: [String: Double] = [:]
        var parkes: [String: Double] = [:]
        for zone in ErrorZone.allCases {
          clarke[zone.rawValue.uppercased()] = errors.clarkeShare(zone)
          parkes[zone.rawValue.uppercased()] = errors.parkesShare(zone)
        }
        self.clarke = clarke
        self.parkes = parkes
        lagMinutes = errors.timeLag.map { $0 / .seconds(60) }
        lowSensitivity = errors.lowSensitivity
        lowPrecision = errors.lowPrecision
      }
    }

    /// How the alarms of a predictor fared.
    private struct Alarm: Encodable {
      let alarm, predictor: String
      let maximumFalseAlarmsPerWeek, cutoff: Double
      let episodes, caught, trueAlarms, falseAlarms: Int
      let falsePerWeek, sensitivity, precision, leadMinutes: Double?
      let sensitivityInterval: [Double]?

      init(_ score: AlarmPerformance) {
        let all = score.all
        alarm = score.crossing.text(in: .mgdL)
        predictor = score.predictor
        maximumFalseAlarmsPerWeek = score.maximumFalseAlarmsPerWeek
        cutoff = score.cutoff
        episodes = all.episodes
        caught = all.caught
        trueAlarms = all.trueAlarms
        falseAlarms = all.falseAlarms
        falsePerWeek = all.falseAlarmsPerWeek
        sensitivity = all.sensitivity
        precision = all.precision
        leadMinutes = all.meanLead.map { $0 / .seconds(60) }
        sensitivityInterval = score.sensitivityInterval().map { [$0.lowerBound, $0.upperBound] }
      }
    }

    /// How often what was said to be likely came.
    private struct Calibration: Encodable {
      let crossing, predictor: String
      let brier: Double?
      let bins: [Bin]

      struct Bin: Encodable {
        let count: Int
        let expected, observed: Double?
      }

      init(_ calibration: CrossingReliability) {
        crossing = calibration.crossing.text(in: .mgdL)
        predictor = calibration.predictor
        brier = calibration.brierScore
        bins = calibration.counts.indices.map {
          Bin(
            count: calibration.counts[$0], expected: calibration.expected(bin: $0),
            observed: calibration.observed(bin: $0))
        }
      }
    }

    private enum CodingKeys: String, CodingKey {
      case people, cadence, testProtocol = "protocol", testShare, originCount, scores, alarms
      case reliabilities, peopleHeld
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(people, forKey: .people)
      try container.encode(cadence.rawValue, forKey: .cadence)
      try container.encode(design, forKey: .testProtocol)
      try container.encode(result.testShare, forKey: .testShare)
      try container.encode(result.originCount, forKey: .originCount)
      try container.encodeIfPresent(shareOfPeopleHeld, forKey: .peopleHeld)
      let lines = result.scores.map { score in
        Line(
          score, score.person.map { people[$0] },
          score.person == nil
            ? result.interval(of: score.predictor, lead: score.lead) { $0.rootMeanSquare } : nil)
      }
      try container.encode(lines, forKey: .scores)
      try container.encode(result.alarms.map { Alarm($0) }, forKey: .alarms)
      try container.encode(result.reliabilities.map { Calibration($0) }, forKey: .reliabilities)
    }
  }
#endif
