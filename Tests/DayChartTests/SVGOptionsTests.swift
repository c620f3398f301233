import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct SVGOptionsTests {
  private func parsed(_ svg: String) throws -> ParsedElement {
    try #require(ParsedElement.parse(svg), "The document must be well formed")
  }

  private func fixed(_ svg: String) -> String {
    svg.replacing(#/var\(--glucose-[a-z-]+, (#[0-9a-f]{6})\)/#) { $0.1 }
  }

  private func documents(colors: Bool, _ palette: ChartPalette) throws -> [String] {
    let plot = try ExampleDay.plot()
    let pairs = [GlucosePair(reference: .mgdL(120), measured: .mgdL(131))]
    let profile = try ProfilePictureTests.profile()
    let times = ProfilePictureTests.shares([1, 3, 71, 20, 5])
    return [
      DayPicture(plot, palette: palette).svg(focusableMarks: false, colorVariables: colors),
      DayPicture(plot, try ExampleDay.window(), palette: palette).svg(
        focusableMarks: false, colorVariables: colors),
      CalendarPicture([plot], palette: palette).svg(focusableMarks: false, colorVariables: colors),
      HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL, palette: palette)
        .svg(focusableMarks: false, colorVariables: colors),
      ProfilePicture(profile, timeInRanges: times, unit: .mmolL, palette: palette)
        .svg(focusableMarks: false, colorVariables: colors),
      ErrorGridPicture(pairs, unit: .mmolL, palette: palette).svg(
        focusableMarks: false, colorVariables: colors),
      SparklinePicture(plot, palette: palette).svg(focusableMarks: false, colorVariables: colors),
      MealResponsesPicture([], in: .gmt, unit: .mmolL, palette: palette).svg(
        focusableMarks: false, colorVariables: colors),
    ]
  }

  @Test func withoutOptionsTheDocumentIsStatic() throws {
    let picture = DayPicture(try ExampleDay.plot())
    #expect(picture.svg(focusableMarks: false, colorVariables: false) == picture.svg)
    for svg in try documents(colors: false, .arises) {
      #expect(!svg.contains("var(") && !svg.contains("tabindex"))
      #expect(try parsed(svg).attributes["role"] == "img")
    }
  }

  @Test func everyMarkIsAFocusableButtonWithALabel() throws {
    let plot = try ExampleDay.plot()
    for svg in [
      DayPicture(plot).svg(focusableMarks: true, colorVariables: false),
      DayPicture(plot, try ExampleDay.window()).svg(focusableMarks: true, colorVariables: false),
    ] {
      let root = try parsed(svg)
      #expect(root.attributes["role"] == "group")
      let marks = root.all.filter { $0.attributes["data-event"] != nil }
      #expect(
        marks.compactMap { $0.attributes["data-event"] }.sorted()
          == (plot.marks.map(\.id.rawValue) + plot.conditions.map(\.id.rawValue)).sorted())
      for mark in marks {
        #expect(mark.attributes["tabindex"] == "0")
        #expect(mark.attributes["role"] == "button")
        #expect(mark.attributes["aria-label"] == mark.children.first { $0.name == "title" }?.text)
      }
      #expect(
        marks.contains {
          $0.attributes["aria-label"] == "07:25 Porridge: 55 g carbs, 14 g protein, 9 g fat"
        })
      #expect(root.all.count { $0.attributes["tabindex"] != nil } == marks.count)
    }
  }

  @Test func identifiersAndLabelsAreEscaped() throws {
    let id = "\"><script>alert('1')</script>&"
    let name = "Soup \" onfocus=\"alert(1)\" <b>'&"
    let event = ExampleDay.event(id, 12, 0, .meal(Meal(name: name, carbs: 40)))
    let plot = DayPlot(
      ExampleDay.day, series: try ExampleDay.recording().series, events: [event],
      options: DayPlotOptions(unit: .mmolL))
    let svg = DayPicture(plot).svg(focusableMarks: true, colorVariables: true)
    let root = try parsed(svg)
    let mark = try #require(root.all.first { $0.attributes["data-event"] != nil })
    #expect(mark.attributes["data-event"] == id)
    #expect(mark.attributes["aria-label"] == "12:00 \(name): 40 g carbs")
    #expect(mark.attributes["onfocus"] == nil)
    #expect(!root.all.contains { $0.name == "script" || $0.name == "b" })
  }

  @Test func variablesFallBackToTheColorsOfThePalette() throws {
    for palette in [ChartPalette.arises, .dark, .colorBlindSafe] {
      let plain = try documents(colors: false, palette)
      for (index, svg) in try documents(colors: true, palette).enumerated() {
        #expect(fixed(svg) == plain[index])
        #expect(svg != plain[index])
        let colors = try parsed(svg).all.flatMap { element in
          ["fill", "stroke"].compactMap { element.attributes[$0] }
        }.filter { $0 != "none" }
        #expect(colors.allSatisfy { $0.hasPrefix("var(--glucose-") })
      }
    }
  }

  @Test func colorsOfDifferentRolesHaveDifferentVariables() throws {
    let palette = ChartPalette.arises
    #expect(palette.background == palette.target)
    let root = try parsed(
      DayPicture(try ExampleDay.plot()).svg(focusableMarks: false, colorVariables: true))
    let target = root.all.first { $0.attributes["data-band"] == "target" }
    #expect(
      root.children.first { $0.name == "rect" }?.attributes["fill"]
        == "var(--glucose-background, #ffffff)")
    #expect(target?.attributes["fill"] == "var(--glucose-target, #ffffff)")
  }

  @Test func aPageDeclaresEveryVariableOfADocument() throws {
    let declared = Set(
      ChartPalette.dark.cssVariables.matches(of: #/(--glucose-[a-z-]+): #[0-9a-f]{6};/#)
        .map { String($0.1) })
    #expect(declared.count == 24)
    #expect(ChartPalette.dark.cssVariables.contains("--glucose-line: #73abff;"))
    let used = Set(
      try documents(colors: true, .arises).flatMap {
        $0.matches(of: #/var\((--glucose-[a-z-]+), /#).map { String($0.1) }
      })
    #expect(used.isSubset(of: declared))
    #expect(used.count > 12)
  }

  @Test func variablesAreNoPartOfAColor() {
    let palette = ChartPalette.arises
    #expect(palette.withVariables == palette)
  }
}
