import Foundation
import GlucoseStudy

extension PersonReport {
  var json: JSONObject {
    let sufficiency = report.period.sufficiency
    return [
      "subject": source.name, "file": source.file, "zone": source.zone.identifier,
      "bands": report.bands.json,
      "days": report.days.map(\.json),
      "period": report.period.statistics.map { $0.json(median: report.median) },
      "coverage": report.period.coverage.fraction,
      "sufficiency": [
        "days": sufficiency.dayCount, "activePercent": sufficiency.activePercentage?.percent,
        "requiredDays": DataSufficiency.requiredDayCount,
        "requiredActivePercent": DataSufficiency.requiredActivePercentage.percent,
        "isSufficient": sufficiency.isSufficient,
      ] as JSONObject, "timeInTightRange": tight?.inRange.fraction,
      "targets": targets.map(json), "nightAhead": nightAhead.map(\.json),
      "meter": meter.statistics(bands: report.bands).map { measured -> JSONObject in
        [
          "count": measured.count, "days": meter.days(in: source.zone).count,
          "minimum": measured.minimum.mgdL, "mean": measured.mean.mgdL,
          "maximum": measured.maximum.mgdL,
          "minimumIsDeviceLimit": !measured.minimumFlags.isEmpty,
          "maximumIsDeviceLimit": !measured.maximumFlags.isEmpty,
        ]
      },
    ]
  }

  private func json(_ result: GlycemicTargetResult) -> JSONObject {
    [
      "population": population?.rawValue.inSnakeCase,
      "measure": result.target.measure.rawValue.inSnakeCase,
      "comparison": result.target.comparison.rawValue.inSnakeCase,
      "limitPercent": result.target.limit.percent, "percent": result.percentage?.percent,
      "isMet": isMet(result),
    ]
  }
}

extension NightForecast {
  fileprivate var json: JSONObject {
    let hours = byHour.map { hour -> JSONObject in
      [
        "until": hour.until, "probability_below_70": hour.below70,
        "probability_below_54": hour.below54,
      ]
    }
    return ["start": start, "likelyTime": likelyTime, "hours": hours]
  }
}

extension RangeBands {
  fileprivate var json: JSONObject {
    [
      "unit": unit.rawValue, "veryLow": veryLow?.mgdL, "low": low.mgdL, "high": high.mgdL,
      "veryHigh": veryHigh?.mgdL,
    ]
  }
}

extension DayReport {
  fileprivate var json: JSONObject {
    let kinds = conditions.sorted { $0.key.rawValue < $1.key.rawValue }
    let conditions = kinds.map { kind, duration -> JSONObject in
      ["kind": kind.rawValue, "minutes": duration.inMinutes]
    }
    return [
      "date": day.description, "hours": day.hours, "coverage": coverage.fraction,
      "statistics": statistics.map { $0.json(median: nil) }, "tags": tags.map(\.rawValue).sorted(),
      "carbsGrams": nutrition.carbs, "mealsWithoutCarbs": nutrition.mealsWithoutCarbs,
      "proteinGrams": nutrition.protein, "fatGrams": nutrition.fat,
      "insulinUnits": insulin.units, "exerciseMinutes": exercise.duration.inMinutes,
      "conditions": conditions,
    ]
  }
}

extension GlucoseStatistics {
  fileprivate func json(median: Glucose?) -> JSONObject {
    let ranges = timeInRanges
    return [
      "count": count, "minimum": minimum.mgdL, "maximum": maximum.mgdL, "mean": mean.mgdL,
      "minimumIsDeviceLimit": !minimumFlags.isEmpty, "maximumIsDeviceLimit": !maximumFlags.isEmpty,
      "median": median?.mgdL, "standardDeviation": standardDeviation?.mgdL,
      "cvPercent": coefficientOfVariation, "gmiPercent": glucoseManagementIndicator,
      "timeInRanges": [
        "veryLow": ranges[.veryLow]?.fraction, "low": ranges[.low]?.fraction ?? 0,
        "target": ranges[.target]?.fraction ?? 0, "high": ranges[.high]?.fraction ?? 0,
        "veryHigh": ranges[.veryHigh]?.fraction,
      ] as JSONObject,
    ]
  }
}
