import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Prediction
import Testing

@testable import PredictionEvaluation

struct BacktestReportTests {
  @Test func summaryHasThreePredictorsAndALineForEachAlarm() async throws {
    let report = try await ExampleReport.report
    #expect(report.summarizedPredictors.count == 3)
    #expect(report.summarizedPredictors.first == "last-value")
    #expect(report.summarizedPredictors.last == report.personalModel)
    let tables = report.summary(in: .mmolL)
    #expect(tables.count == 2)
    let crossings = Set(report.result.alarms.filter { $0.all.episodes > 0 }.map(\.crossing))
    #expect(tables[1].rows.count == crossings.count && crossings.count > 1)
  }

  @Test func alarmsAreOfTheRequestedCrossings() async throws {
    let crossings = Backtest.standardCrossings(in: .mmolL)
    let report = try await BacktestReport(
      of: Array(ExampleReport.people.prefix(1)), ExampleReport.options, at: [.seconds(1800)],
      alarmsOf: crossings, in: ExampleReport.zone, drawsPictures: false)
    #expect(report.result.options.crossings == crossings)
    #expect(Set(report.result.alarms.map(\.crossing)) == Set(crossings))
    let labels = report.summary(in: .mmolL)[1].rows.map { $0[0] }
    #expect(labels.contains("above 10.0 mmol/L"))
    // A reading of 10.0 mmol/L is above 180 mg/dL, the threshold without an argument.
    let standard = try await ExampleReport.report.result.alarms
    #expect(standard.contains { $0.crossing == .above(.mgdL(180)) })
  }

  /// A fit to few readings has the pretrained model as its prior, which may be trained on the people.
  @Test(arguments: [true, false])
  func aNoteStatesThatThePriorIsThePretrainedModel(_ usesPretrainedModel: Bool) async throws {
    var options = FitOptions()
    (options.zone, options.usesPretrainedModel) = (ExampleReport.zone, usesPretrainedModel)
    let report = try await BacktestReport(
      of: ExampleReport.people, options, at: [.seconds(1800)], alarmsOf: [],
      in: ExampleReport.zone, drawsPictures: false)
    #expect(report.model?.usesPrior == usesPretrainedModel)
    #expect((report.note != nil) == usesPretrainedModel)
    let page = BacktestPage([report], unit: .mgdL).html
    #expect(page.contains("The prior of the fit is") == usesPretrainedModel)
  }

  @Test func bestBaselineHasTheLowestErrorAndIsNotAModel() async throws {
    let report = try await ExampleReport.report
    func error(_ id: String) throws -> Double {
      try #require(report.result.score(of: id, lead: report.horizon)?.rootMeanSquare)
    }
    let best = try #require(report.bestBaseline)
    #expect(!report.isModel(best) && best != "last-value")
    for other in report.baselines where other != "last-value" {
      #expect(try error(best) <= (try error(other)))
    }
  }

  @Test func errorsAreInTheRequestedUnit() async throws {
    let report = try await ExampleReport.report
    for (unit, places) in [(GlucoseUnit.mgdL, 1), (.mmolL, 2)] {
      let table = try #require(report.summary(in: unit).first)
      #expect(table.heads[0] == "RMSE, \(unit.rawValue)")
      #expect(table.heads.dropFirst() == ["30 min", "60 min"])
      for (row, predictor) in zip(table.rows, report.summarizedPredictors) {
        for (column, lead) in report.horizons.enumerated() {
          let error = try #require(
            report.result.score(of: predictor, lead: lead)?.rootMeanSquare)
          let value = unit == .mgdL ? error : error / 18.01559
          #expect(row[column + 1] == String(format: "%.\(places)f", value))
        }
      }
    }
  }

  /// Counts and rates whose unit is in their head.
  private static let counts: Set = [
    "people", "episodes", "false a week", "true a day", "false a day",
  ]

  @Test(arguments: GlucoseUnit.allCases)
  func everyNumberHasAUnit(unit: GlucoseUnit) async throws {
    let report = try await ExampleReport.report
    let other: GlucoseUnit = unit == .mgdL ? .mmolL : .mgdL
    for table in report.summary(in: unit) + report.tables(in: unit, listsPeople: true) {
      #expect(!table.title.contains(other.rawValue))
      for index in table.heads.indices.dropFirst(table.textColumnCount) {
        let head = table.heads[index]
        #expect(!head.contains(other.rawValue))
        let isNamed = head.hasSuffix(unit.rawValue) || head.hasSuffix("%")
        // An interval has the unit of the preceding column.
        let isInterval = head == "95 % CI"
        for cell in table.rows.compactMap({ $0[index] }) {
          let hasUnit = cell.hasSuffix(" %") || cell.hasSuffix(" min")
          let isOfTable = table.heads[0].hasSuffix(unit.rawValue)
          #expect(
            isNamed || isInterval || hasUnit || isOfTable || Self.counts.contains(head),
            "\(table.title): \(head): \(cell)")
        }
      }
    }
  }

  @Test func allTablesHaveEachPredictorAndPerson() async throws {
    let report = try await ExampleReport.report
    let tables = report.tables(in: .mgdL, listsPeople: true)
    let errors = try #require(tables.first { $0.title == "Errors 60 min ahead" })
    #expect(errors.rows.count == report.result.predictors.count)
    let spread = try #require(tables.first { $0.title == "Mean ± SD over people, 30 min ahead" })
    let people = (0..<2).compactMap {
      report.result.score(of: "last-value", person: $0, lead: .seconds(1800))?.rootMeanSquare
    }
    let mean = (people[0] + people[1]) / 2
    // The standard deviation of two numbers is their difference divided by the square root of two.
    let deviation = abs(people[0] - people[1]) / 2.0.squareRoot()
    let row = try #require(spread.rows.first { $0[0] == "last value" })
    #expect(row[1] == "2")
    #expect(row[2] == String(format: "%.2f ± %.2f", mean, deviation))
    let byPerson = try #require(tables.last)
    #expect(byPerson.rows.count == 2 * report.result.predictors.count)
    #expect(report.tables(in: .mgdL).count < tables.count)
  }

  /// 17 and 19 of 20 outcomes are exactly at the limits.
  @Test func coveragesFrom85To95PercentAreCounted() {
    let coverages = [17 / 20.0, 19 / 20.0, 0.9, 84 / 100.0, 96 / 100.0]
    #expect(BacktestReport.percentageCovered(coverages) == Percentage(60))
    #expect(BacktestReport.percentageCovered([]) == nil)
  }

  @Test func pairsAreForecastsWithTheReadingAtTheirTime() async throws {
    let report = try await ExampleReport.report
    #expect(report.forecastPairs.count > 500)
    let values = Set(ExampleReport.people.flatMap(\.recording.series.values))
    for pair in report.forecastPairs { #expect(values.contains(pair.reference.mgdL)) }
    let errors = report.forecastPairs.map { $0.measured.mgdL - $0.reference.mgdL }
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    let score = try #require(
      report.result.score(of: "personal-model", lead: report.horizon)?.rootMeanSquare)
    #expect(abs(rms - score) < 0.15 * score)
  }

  @Test func pageIsWellFormedSelfContainedAndReproducible() async throws {
    let report = try await ExampleReport.report
    for palette in [BacktestPage([report], unit: .mmolL), BacktestPage([report], unit: .mgdL)] {
      let html = palette.html
      let start = try #require(html.range(of: "<main"))
      let end = try #require(html.range(of: "</main>"))
      let main = String(html[start.lowerBound..<end.upperBound])
      let root = try #require(ParsedElement.parse(main))
      // Five pictures for a phone and a desktop, and an error grid.
      #expect(root.all.count { $0.name == "svg" } == 11)
      #expect(root.all.count { $0.name == "table" } > 8)
      #expect(!html.contains("src=") && !html.contains("href=") && !html.contains("<script"))
      #expect(!html.contains("A <b> &"), "names are escaped")
      // Its pairs are others than the scored ones of the tables.
      let grid = try #require(root.all.first { $0.text.hasPrefix("Error grid: ") })
      #expect(grid.text.hasPrefix("Error grid: forecasts at every reading of the test, "))
      let cells = root.all.filter { $0.name == "td" }.map(\.text)
      #expect(cells.contains("A <b> & \"c\""))
      #expect(palette.html == html)
    }
  }

  @Test func progressIncreasesToOneAndEachPersonStarts() async throws {
    let notes = Notes()
    _ = try await BacktestReport(
      of: ExampleReport.people, ExampleReport.options, at: [.seconds(1800)],
      in: ExampleReport.zone, drawsPictures: false,
      progress: { notes.add(fraction: $0) }, begin: { notes.add(person: $0) })
    #expect(notes.fractions.max() == 1 && notes.fractions.count > 2)
    #expect(notes.people == [0, 1])
  }

  @Test func canceledBackTestThrows() async throws {
    let task = Task {
      try await BacktestReport(
        of: ExampleReport.people, ExampleReport.options, at: [.seconds(1800)],
        in: ExampleReport.zone)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}

private final class Notes: Sendable {
  private let found = Lock((fractions: [Double](), people: [Int]()))

  var fractions: [Double] { found.withLock { $0.fractions } }
  var people: [Int] { found.withLock { $0.people.sorted() } }

  func add(fraction: Double) { found.withLock { $0.fractions.append(fraction) } }
  func add(person: Int) { found.withLock { $0.people.append(person) } }
}
