import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct QuantityTextTests {
  private func plot(_ content: DiaryEvent.Content) throws -> DayPlot {
    DayPlot(
      ExampleDay.day, series: GlucoseSeries(), events: [ExampleDay.event("one", 8, 0, content)],
      options: DayPlotOptions(unit: .mmolL))
  }

  /// Returns the title and the label of the only mark, and the fields of its pop-up.
  private func texts(
    _ content: DiaryEvent.Content
  ) throws -> (title: String?, labels: [String], fields: [String]) {
    let plot = try plot(content)
    let root = try #require(ParsedElement.parse(DayPicture(plot).svg))
    func layer(_ name: String) -> [ParsedElement] {
      root.children.first { $0.attributes["data-layer"] == name }?.all ?? []
    }
    let mark = try #require(plot.marks.first)
    return (
      layer("events").first { $0.name == "title" }?.text,
      layer("labels").filter { $0.name == "text" }.map(\.text),
      ChartStrings().fields(of: mark).dropFirst().map { $0.name + " " + $0.value }
    )
  }

  @Test(arguments: [-5, .nan, .infinity, nil])
  func anUnknownQuantityOfAMealIsUnknownEverywhere(carbs: Double?) throws {
    let texts = try texts(.meal(Meal(name: "Soup", carbs: carbs, protein: carbs, fat: 3)))
    #expect(texts.title == "08:00 Soup: carbs unknown, 3 g fat")
    #expect(texts.labels == [])
    #expect(texts.fields == ["Meal Soup", "fat 3 g", "carbs –"])
  }

  @Test func aMealWithoutCarbohydrateHasZeroGrams() throws {
    let texts = try texts(.meal(Meal(name: "Egg", carbs: 0, protein: 13.5)))
    #expect(texts.title == "08:00 Egg: 0 g carbs, 13.5 g protein")
    #expect(texts.labels == ["0 g"])
    #expect(texts.fields == ["Meal Egg", "carbs 0 g", "protein 13.5 g"])
  }

  @Test(arguments: [(0.025, "0.025"), (0.3755, "0.376"), (5.5, "5.5"), (18, "18"), (0, "0")])
  func dosesAreExact(units: Double, text: String) throws {
    let texts = try texts(.insulin(InsulinDose(units: units)))
    #expect(texts.title == "08:00 Insulin: \(text) units")
    #expect(texts.labels == ["\(text) units"])
    #expect(texts.fields == ["Insulin \(text) units"])
  }

  @Test(arguments: [-1, Double.nan, -Double.infinity])
  func anUnknownDoseIsADash(units: Double) throws {
    let texts = try texts(.insulin(InsulinDose(units: units)))
    #expect(texts.title == "08:00 Insulin: – units")
    #expect(texts.labels == [])
    #expect(texts.fields == ["Insulin – units"])
  }

  /// The amount stays after a name from right to left, and a name that changes the direction of text
  /// changes that of no other text.
  @Test(arguments: ["עוגה", "كعكة 2", "x\u{202E}y"])
  func aNameFromRightToLeftIsIsolated(name: String) throws {
    let (soup, run) = (
      try texts(.meal(Meal(name: name, carbs: 40))),
      try texts(.exercise(Exercise(name: name, duration: .seconds(1800))))
    )
    #expect(soup.title == "08:00 \u{2068}\(name)\u{2069}: 40 g carbs")
    #expect(run.title == "08:00 \u{2068}\(name)\u{2069}: 30 min")
    #expect(soup.fields == ["Meal \(name)", "carbs 40 g"])
  }

  @Test func basalRatesAreExact() throws {
    let day = ExampleDay.day
    let plot = DayPlot(
      day, series: GlucoseSeries(),
      basal: [BasalSegment(from: day.start, to: day.end, unitsPerHour: 0.025)],
      options: DayPlotOptions(unit: .mmolL))
    #expect(DayPicture(plot).svg.contains("<title>Basal insulin: 0.025 units/h</title>"))
  }

  @Test(arguments: [-0.1, .nan, .infinity, nil])
  func ketonesWithoutAnAmountAreNoMeasurement(amount: Double?) throws {
    let entry = DiaryEntry(.ketones, amount: amount, unit: .mmolL)
    #expect(try plot(.entry(entry)).measurements == [])
    #expect(try plot(.entry(DiaryEntry(.ketones, amount: 0, unit: .mmolL))).measurements.count == 1)
  }

  @Test func theFieldsOfAConditionHaveItsNote() throws {
    let day = ExampleDay.day
    var flu = ExampleDay.event(
      "flu", 11, 0, .condition(DiaryCondition(.illness, until: day.time(hour: 14))))
    for (note, fields) in [
      ("38.9 °C & cough", ["11:00 – 14:00", "Illness", "38.9 °C & cough"]),
      ("", ["11:00 – 14:00", "Illness"]), (nil, ["11:00 – 14:00", "Illness"]),
    ] {
      flu.note = note
      let plot = DayPlot(
        day, series: GlucoseSeries(), events: [flu], options: DayPlotOptions(unit: .mmolL))
      let condition = try #require(plot.conditions.first)
      #expect(ChartStrings().fields(of: condition, on: day).map(\.value) == fields)
    }
  }
}
