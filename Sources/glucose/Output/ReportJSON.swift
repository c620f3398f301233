#if CommandLine
  import Foundation
  import GlucoseStudy

  /// The JSON of reports: the schema "swift-glucose/report" of docs/json.md.
  ///
  /// Keys are in snake case. The version increases when a key is removed or its meaning changes.
  struct ReportJSON: Encodable {
    let schema = "swift-glucose/report"
    let version = 1
    let unit = GlucoseUnit.mgdL.rawValue
    let people: [Person]

    init(_ reports: [PersonReport]) { people = reports.map { Person($0) } }

    /// The report of a person.
    struct Person: Encodable {
      let subject, file, zone: String
      let bands: Bands
      let days: [Day]
      let period: Statistics?
      let coverage: Double
      let sufficiency: Sufficiency
      let timeInTightRange: Double?
      let targets: [Target]
      let nightAhead: NightAhead?

      init(_ person: PersonReport) {
        let report = person.report
        subject = person.subject
        file = person.file
        zone = person.zone.identifier
        bands = Bands(report.bands)
        days = report.days.map { Day($0) }
        period = report.period.statistics.map { Statistics($0, median: report.median) }
        coverage = report.period.coverage.fraction
        sufficiency = Sufficiency(report.period.sufficiency)
        timeInTightRange = person.tight?.inRange.fraction
        targets = person.targets.map { Target($0, person.isMet($0), person.population) }
        nightAhead = person.nightAhead.map { NightAhead($0) }
      }
    }

    /// The probabilities of low glucose in the night ahead.
    struct NightAhead: Encodable {
      let start, likelyTime: Date
      let hours: [Hour]

      struct Hour: Encodable {
        let until: Date
        let probabilityBelow70, probabilityBelow54: Double

        enum CodingKeys: String, CodingKey {
          case until
          case probabilityBelow70 = "probability_below_70"
          case probabilityBelow54 = "probability_below_54"
        }
      }

      init(_ night: NightForecast) {
        (start, likelyTime) = (night.start, night.likelyTime)
        hours = night.byHour.map {
          Hour(
            until: $0.until, probabilityBelow70: $0.below70, probabilityBelow54: $0.below54)
        }
      }
    }

    /// The edges of the range bands.
    struct Bands: Encodable {
      let unit: String
      let veryLow: Double?
      let low, high: Double
      let veryHigh: Double?

      init(_ bands: RangeBands) {
        unit = bands.unit.rawValue
        veryLow = bands.veryLow?.mgdL
        (low, high) = (bands.low.mgdL, bands.high.mgdL)
        veryHigh = bands.veryHigh?.mgdL
      }
    }

    /// A day: its statistics and events.
    struct Day: Encodable {
      let date: String
      let hours, coverage: Double
      let statistics: Statistics?
      let tags: [String]
      let carbsGrams, proteinGrams, fatGrams, insulinUnits: Double?
      let exerciseMinutes: Double
      let conditions: [Condition]

      init(_ report: DayReport) {
        date = report.day.description
        hours = report.day.hours
        coverage = report.coverage.fraction
        statistics = report.statistics.map { Statistics($0) }
        tags = report.tags.map(\.rawValue).sorted()
        carbsGrams = report.nutrition.carbs
        proteinGrams = report.nutrition.protein
        fatGrams = report.nutrition.fat
        insulinUnits = report.insulin.units
        exerciseMinutes = report.exercise.duration.inMinutes
        conditions = report.conditions.map {
          Condition(kind: $0.kind.rawValue, minutes: $0.duration.inMinutes)
        }
      }
    }

    /// The time of a condition on a day.
    struct Condition: Encodable {
      let kind: String
      let minutes: Double
    }

    /// The statistics of a day or of the whole period.
    struct Statistics: Encodable {
      let count: Int
      let minimum, maximum, mean: Double
      let minimumIsDeviceLimit, maximumIsDeviceLimit: Bool
      let median, standardDeviation, cvPercent: Double?
      let gmiPercent: Double
      let timeInRanges: Ranges

      init(_ statistics: GlucoseStatistics, median: Glucose? = nil) {
        count = statistics.count
        (minimum, maximum) = (statistics.minimum.mgdL, statistics.maximum.mgdL)
        minimumIsDeviceLimit = !statistics.minimumFlags.isEmpty
        maximumIsDeviceLimit = !statistics.maximumFlags.isEmpty
        mean = statistics.mean.mgdL
        self.median = median?.mgdL
        standardDeviation = statistics.standardDeviation?.mgdL
        cvPercent = statistics.coefficientOfVariation
        gmiPercent = statistics.glucoseManagementIndicator
        timeInRanges = Ranges(statistics.timeInRanges)
      }
    }

    /// The fraction of readings in each range band.
    struct Ranges: Encodable {
      let veryLow: Double?
      let low, target, high: Double
      let veryHigh: Double?

      init(_ ranges: TimeInRanges) {
        veryLow = ranges[.veryLow]?.fraction
        low = ranges[.low]?.fraction ?? 0
        target = ranges[.target]?.fraction ?? 0
        high = ranges[.high]?.fraction ?? 0
        veryHigh = ranges[.veryHigh]?.fraction
      }
    }

    /// The data of the period beside the requirement, and a Boolean value that indicates whether it
    /// is enough.
    struct Sufficiency: Encodable {
      let days: Int
      let activePercent: Double?
      let requiredDays = DataSufficiency.requiredDayCount
      let requiredActivePercent = DataSufficiency.requiredActivePercentage.percent
      let isSufficient: Bool

      init(_ data: DataSufficiency) {
        days = data.dayCount
        activePercent = data.activePercentage?.percent
        isSufficient = data.isSufficient
      }
    }

    /// A target of the consensus, and whether it is met, or `nil` if there are too few readings.
    struct Target: Encodable {
      let population: String?
      let measure, comparison: String
      let limitPercent: Double
      let percent: Double?
      let isMet: Bool?

      init(_ result: GlycemicTargetResult, _ isMet: Bool?, _ population: TargetPopulation?) {
        self.population = population?.rawValue.inSnakeCase
        measure = result.target.measure.rawValue.inSnakeCase
        comparison = result.target.comparison.rawValue.inSnakeCase
        limitPercent = result.target.limit.percent
        percent = result.percentage?.percent
        self.isMet = isMet
      }
    }
  }
#endif
