public import DaySummary
internal import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

/// A picture of the glucose responses to several meals, with their traces over one another by the
/// time since the meal.
///
///     let responses = try history.responses(toMealsNamed: "Porridge", in: spring)
///     let svg = MealResponsesPicture(responses, in: oslo, unit: .mmolL).svg
///
/// The horizontal axis is from 15 minutes before the meal, which is a vertical line, to four hours
/// after it. A line ends with the follow-up of its response, and is broken where readings are more
/// than 30 minutes (`>`) apart. Each line has a title with the date, the carbohydrate, and the rise,
/// which is a lower bound (`≥`) if the follow-up is incomplete. The latest response is drawn stronger
/// than the others.
public struct MealResponsesPicture: ChartPicture, SVGPicture {
  let responses: [MealResponse]
  let zone: TimeZone
  let unit: GlucoseUnit
  let bands: RangeBands
  package var style: ChartStyle

  /// Creates a picture of `responses`, in any order, of at least 320 by 200 points. Those without
  /// readings are omitted. `zone` is that of the dates in titles.
  ///
  /// The default bands are the consensus bands in `unit`, and the default title is "Responses to
  /// meals".
  public init(
    _ responses: [MealResponse], in zone: TimeZone, unit: GlucoseUnit, bands: RangeBands? = nil,
    size: PlotSize = PlotSize(width: 640, height: 320), palette: ChartPalette = .arises,
    strings: ChartStrings = ChartStrings(), title: String? = nil
  ) {
    self.responses = responses.filter { !$0.trace.isEmpty }
      .ordered { ($0.time, $0.id) < ($1.time, $1.id) }
    self.zone = zone
    self.unit = unit
    self.bands = bands ?? .consensus(in: unit)
    style = ChartStyle(
      size, atLeast: PlotSize(width: 320, height: 200), palette, strings,
      title ?? strings[.mealResponses])
  }

  package var root: Markup { MealResponsesDrawing(self).root }
}
