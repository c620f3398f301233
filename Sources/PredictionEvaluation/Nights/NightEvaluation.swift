internal import GlucoseMath
package import Prediction
internal import GlucoseFoundation

/// The probabilities of low glucose in the night, and those of simple baselines, on nights of
/// people to whom the model was not fitted, or that are later than those of the fit.
///
/// Nights of which readings cover less than 70 percent, or whose bedtime has no forecast, are left
/// out, as are those whose last reading at bedtime is below the threshold.
package struct NightEvaluation: Sendable {
  /// The nights that the model is fitted to.
  package enum Design: Hashable, Sendable, CaseIterable {
    /// All nights of the other studies.
    case leaveOneStudyOut
    /// The first 70 percent of each person's nights, of all studies; the rest are the test.
    case withinPeople
  }

  /// What a night is scored by; a higher score is a more likely low.
  package enum Predictor: String, Hashable, Sendable, CaseIterable {
    /// The probability of the model.
    case model
    /// The last reading at bedtime.
    case lastValue = "last value"
    /// The minimum of the last three hours.
    case minimum = "minimum of 3 h"
    /// The rate of nights with a low among the person's earlier nights.
    case ownRate = "own rate"
  }

  /// The hours of the tested bedtimes; the model is fitted to these.
  package static let bedtimes = [21, 22, 23, 24, 25, 26]

  /// The bedtime of most tables.
  package static let bedtime = 23

  struct ScoredNight: Sendable {
    let study, person, day, bedtime: Int
    let night: ObservedNight
    /// The scores by threshold: those of the baselines and, of a tested night, of the model.
    var scores: [Double: [Predictor: Double]]
    /// The hours to the likely time of the model, and the median over the lows of the fit.
    var likelyHours = 0.0
    var usualHours = 0.0
  }

  package let studies: [String]
  private let nights: [Design: [ScoredNight]]
  private let peopleCount: Int

  /// The thresholds in mg/dL.
  package static let thresholds = [70.0, 54]

  /// Evaluates models of the nights of studies with the time of day, or `nil` if they are too few.
  package init?(of studies: [PretrainedModels.Study]) {
    let studies = studies.filter(\.hasClock)
    let all = Self.candidates(of: studies)
    self.studies = studies.map(\.name)
    peopleCount = studies.reduce(0) { $0 + $1.people.count }
    var strangers: [ScoredNight] = []
    for study in studies.indices {
      guard
        let scored = Self.score(
          all.filter { $0.study == study }, fittingTo: all.filter { $0.study != study })
      else { return nil }
      strangers += scored
    }
    let lastDays = Self.lastDays(of: all)
    guard
      let later = Self.score(
        all.filter { $0.day > lastDays[$0.person, default: .max] },
        fittingTo: all.filter { $0.day <= lastDays[$0.person, default: .max] })
    else { return nil }
    nights = [.leaveOneStudyOut: strangers, .withinPeople: later]
  }

  /// Returns the nights of the studies to which the model that ships is fitted.
  package static func nights(of studies: [PretrainedModels.Study]) -> [ObservedNight] {
    candidates(of: studies.filter(\.hasClock)).map(\.night)
  }

  private static func candidates(of studies: [PretrainedModels.Study]) -> [ScoredNight] {
    var person = -1
    return studies.indices.flatMap { study in
      studies[study].people.flatMap { series -> [ScoredNight] in
        person += 1
        guard let range = series.timeRange else { return [] }
        let days = [range.lowerBound, range.upperBound].map {
          Int(($0.timeIntervalSince1970 / 86_400).rounded(.down))
        }
        return (days[0]...days[1]).flatMap { day in
          bedtimes.compactMap { hour in
            let start = Date(timeIntervalSince1970: Double(day) * 86_400 + Double(hour) * 3600)
            return ObservedNight(series, from: start).map {
              ScoredNight(
                study: study, person: person, day: day, bedtime: hour, night: $0,
                scores: baselines(series, at: start))
            }
          }
        }
      }
    }
  }

  private static func baselines(
    _ series: GlucoseSeries, at time: Date
  ) -> [Double: [Predictor: Double]] {
    let past = series.prefix(through: time)
    let evening = past.values.suffix(
      past.count - past.index(atOrAfter: time.addingTimeInterval(-10_800)))
    let earlier = past.nights(before: time)
    return Dictionary(
      uniqueKeysWithValues: thresholds.map { threshold in
        let lows = earlier.count { $0.values.contains { $0 < threshold } }
        return (
          threshold,
          [
            .lastValue: -(past.values.last ?? 0), .minimum: -(evening.min() ?? 0),
            // A person without an earlier night has the usual rate.
            .ownRate: (Double(lows) + (threshold == 70 ? 0.15 : 0.04)) / Double(earlier.count + 1),
          ]
        )
      })
  }

  /// Returns the last day of each person's first 70 percent of nights.
  private static func lastDays(of all: [ScoredNight]) -> [Int: Int] {
    Dictionary(grouping: all.filter { $0.bedtime == bedtime }, by: \.person).compactMapValues {
      $0[Int((0.7 * Double($0.count)).rounded(.up)) - 1].day
    }
  }

  private static func score(
    _ tested: [ScoredNight], fittingTo fitted: [ScoredNight]
  ) -> [ScoredNight]? {
    guard let model = NightModel(fittedTo: fitted.map(\.night)) else { return nil }
    let lows = fitted.filter { $0.night.bedtime.level >= 70 && $0.bedtime == bedtime }
      .compactMap { $0.night.hours(to: 70) }.sorted()
    return tested.map { night in
      let forecast = NightForecast(night.night.bedtime, by: model)
      var night = night
      night.scores[70]?[.model] = forecast.probabilityBelow70
      night.scores[54]?[.model] = forecast.probabilityBelow54
      night.likelyHours = forecast.likelyTime.timeIntervalSince(forecast.start) / 3600
      night.usualHours = lows.isEmpty ? 0 : lows[lows.count / 2]
      return night
    }
  }

  func nights(
    _ design: Design, _ threshold: Double, study: Int? = nil, bedtime: Int = bedtime
  ) -> [ScoredNight] {
    (nights[design] ?? []).filter {
      $0.bedtime == bedtime && $0.night.bedtime.level >= threshold && $0.study == study ?? $0.study
    }
  }

  /// Returns a measure of nights with its interval of 95 percent over drawn people, or `nil` if
  /// there is none; the closure gets the number of times that each person counts.
  func estimate(_ nights: [ScoredNight], _ measure: ([Int]) -> Double?) -> Estimate? {
    guard let value = measure([Int](repeating: 1, count: peopleCount)) else { return nil }
    let people = Set(nights.map(\.person)).sorted()
    let interval = Backtest.bootstrapInterval(people.count, 0.95, 1000, 1) { drawn in
      var counts = [Int](repeating: 0, count: peopleCount)
      for index in drawn { counts[people[index]] += 1 }
      return measure(counts)
    }
    return Estimate(value: value, interval: interval)
  }
}
