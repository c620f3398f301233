import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath

/// The comparisons that the files of edge cases and of one subject share.
enum IgluCalls {
  static func deviations(_ row: GlycemicMetrics) -> [(String, Double?)] {
    let types = row.standardDeviationMeasures
    return [
      ("SDw", types.withinDays?.mgdL), ("SDhhmm", types.betweenClockTimes?.mgdL),
      ("SDwsh", types.withinHours?.mgdL), ("SDdm", types.ofDailyMeans?.mgdL),
      ("SDb", types.betweenDays?.mgdL), ("SDbdm", types.betweenDaysAboutDailyMeans?.mgdL),
    ]
  }

  static func compareWear(
    _ row: GlycemicMetrics, _ record: RawRecord, _ value: GoldenValue,
    _ comparison: inout Comparison
  ) {
    comparison.compare(
      "active_percent", row.activePercent, value["active_percent"])
    guard let range = record.series.timeRange else { return }
    let days = range.upperBound.timeIntervalSince(range.lowerBound) / 86_400
    comparison.compare("ndays", (days * 10).rounded(.toNearestOrEven) / 10, value["ndays"])
    for (name, time) in [("start_date", range.lowerBound), ("end_date", range.upperBound)] {
      comparison.compare(name, text: clockText(time, secondsFromGMT: 0), value[name])
    }
  }

  static func compareEpisodes(
    _ episodes: EpisodeLevels, _ value: GoldenValue, _ comparison: inout Comparison
  ) {
    let levels: [String: EpisodeLevel] = [
      "hypo lv1": .low, "hypo lv2": .veryLow, "hypo extended": .extendedLow, "hyper lv1": .high,
      "hyper lv2": .veryHigh, "hypo lv1_excl": .lowOnly, "hyper lv1_excl": .highOnly,
    ]
    for row in value.list {
      let name = "\(row["type"].text ?? "") \(row["level"].text ?? "")"
      guard let summary = levels[name].map(episodes.summary) else {
        comparison.leftOut[name, default: 0] += 1
        continue
      }
      comparison.compare("\(name) count", Double(summary.count), row["total_episodes"])
      comparison.compare("\(name) per day", summary.perDay, row["avg_ep_per_day"])
      // iglu writes 0 minutes where there is no episode.
      comparison.compare("\(name) minutes", summary.meanMinutes ?? 0, row["avg_ep_duration"])
      comparison.compare("\(name) mean", summary.mean?.mgdL, row["avg_ep_gl"])
    }
  }

  static func compareGrid(
    _ record: RawRecord, _ value: GoldenValue, _ comparison: inout Comparison
  ) throws {
    guard let grid = record.series.dayGrid(in: .gmt, convention: .iglu) else { return }
    comparison.compare("dt0", Double(grid.intervalInMinutes), value["dt0"])
    comparison.compare("rows", Double(grid.rowCount), value["rows"])
    comparison.compare("non_na", Double(grid.valueCount), value["non_na"])
    comparison.compare("first_date", text: "\(grid.day(ofRow: 0))", value["first_date"])
    for (index, cell) in value["first_12"].list.enumerated() {
      comparison.compare("cell \(index)", grid[index]?.mgdL, cell)
    }
  }
}
