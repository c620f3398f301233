public import DayChart
public import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction

/// The text of the pictures of back-tests, and the formats of their numbers and times, for
/// localization.
///
///     var strings = BacktestStrings(locale: Locale(identifier: "nb_NO"))
///
/// In each text, names in braces are replaced. The tables of a ``BacktestReport`` and a
/// ``BacktestPage`` are in English.
public struct BacktestStrings: Equatable, Sendable {
  /// The formats of numbers and clock times, and the names of units.
  public var formats: ChartStrings {
    get { sharedFormats.value }
    set { sharedFormats = Shared(newValue) }
  }
  private var sharedFormats: Shared<ChartStrings>
  /// The names of predictors by identifier, in place of the predictors' own.
  public var predictors: [String: String] = [:]
  /// A threshold that is crossed downwards.
  public var below = "below {threshold}"
  /// A threshold that is crossed upwards.
  public var above = "above {threshold}"
  /// The title of ``ErrorByLeadPicture``.
  public var errorByLead = "Error by time ahead"
  /// The axis of leads.
  public var timeAhead = "Time ahead, minutes"
  /// The axis of errors.
  public var rootMeanSquareError = "Root mean square error, {unit}"
  /// The description of errors at a lead, with the name and error of each predictor.
  public var errorsAhead = "Root mean square error {lead} ahead: {errors}."
  /// The title of the coverage of prediction intervals.
  public var coverage = "Coverage of prediction intervals"
  /// The axis of nominal coverages.
  public var nominalCoverage = "Nominal coverage, %"
  /// The axis of observed coverages.
  public var observedCoverage = "Outcomes in the interval, %"
  /// The title of the probabilities of crossing a threshold.
  public var crossings = "Probabilities of crossing a threshold"
  /// The axis of predicted probabilities.
  public var predictedProbability = "Predicted probability, %"
  /// The axis of observed frequencies.
  public var observedFrequency = "Observed frequency, %"
  /// The title of a point of a reliability diagram.
  public var point = "{name}: predicted {predicted}, observed {observed}"
  /// The description of a line of a reliability diagram.
  public var distance = "{name}: at most {points} percentage points from the diagonal."
  /// The title of ``ErrorLandscapePicture``.
  public var errorLandscape = "Error by level and slope"
  /// The axis of levels.
  public var level = "Glucose at the origin, {unit}"
  /// The axis of slopes, with the meaning of the cells.
  public var slope = "Slope, {unit} per minute; cells: RMSE, {unit}"
  /// The title of a cell.
  public var cell = "{error}, {count} forecasts"
  /// The description of the cells.
  public var cells = "Root mean square error in {count} cells: {least} to {greatest}."
  /// The description of a picture without a cell that has enough forecasts.
  public var noCells = "No cell with {count} forecasts."
  /// The axis of forecasts in an error grid.
  public var forecastAhead = "Forecast, {lead} ahead"
  /// The axis of readings in an error grid.
  public var reading = "Reading"
  /// The label of the number of pairs in an error grid.
  public var pairs = "Forecasts"
  /// The description of a picture without forecasts.
  public var noForecasts = "No forecasts."

  /// Creates the English text with formats of numbers and times, and names of units.
  public init(_ formats: ChartStrings = ChartStrings()) {
    sharedFormats = Shared(formats)
  }

  /// Creates the text and the formats of a locale: German text if that is its language, and English
  /// otherwise.
  public init(locale: Locale) {
    self = locale.isGerman ? .german : BacktestStrings()
    formats = ChartStrings(locale: locale)
  }

  /// The German text.
  public static let german: BacktestStrings = {
    var strings = BacktestStrings(.german)
    strings.predictors = [
      "last-value": "letzter Wert", "linear-extrapolation": "lineare Extrapolation",
      "momentum": "Momentum", "autoregression": "Autoregression",
      "second-order-autoregression": "Autoregression zweiter Ordnung", "model": "Modell",
      "personal-model": "persönliches Modell",
      "personal-model-learning": "persönliches Modell, lernend",
      "personal-model-events": "persönliches Modell mit Ereignissen",
      "personal-model-events-learning": "persönliches Modell mit Ereignissen, lernend",
    ]
    strings.below = "unter {threshold}"
    strings.above = "über {threshold}"
    strings.errorByLead = "Fehler nach Vorlaufzeit"
    strings.timeAhead = "Vorlaufzeit, Minuten"
    strings.rootMeanSquareError = "RMSE, {unit}"
    strings.errorsAhead = "Wurzel des mittleren quadratischen Fehlers {lead} im Voraus: {errors}."
    strings.coverage = "Abdeckung der Vorhersageintervalle"
    strings.nominalCoverage = "Nominelle Abdeckung, %"
    strings.observedCoverage = "Messwerte im Vorhersageintervall, %"
    strings.crossings = "Über- oder Unterschreiten von Grenzen"
    strings.predictedProbability = "Vorhergesagte Wahrscheinlichkeit, %"
    strings.observedFrequency = "Beobachtete Häufigkeit, %"
    strings.point = "{name}: vorhergesagt {predicted}, beobachtet {observed}"
    strings.distance = "{name}: höchstens {points} Prozentpunkte von der Diagonale entfernt."
    strings.errorLandscape = "Fehler nach Glukosewert und Steigung"
    strings.level = "Glukose bei der Vorhersage, {unit}"
    strings.slope = "Steigung, {unit}/min; Felder: RMSE, {unit}"
    strings.cell = "{error}, {count} Vorhersagen"
    strings.cells = "RMSE in {count} Feldern: {least} bis {greatest}."
    strings.noCells = "Kein Feld mit {count} Vorhersagen."
    strings.forecastAhead = "Vorhersage, {lead} im Voraus"
    strings.reading = "Messwert"
    strings.pairs = "Vorhersagen"
    strings.noForecasts = "Keine Vorhersagen."
    return strings
  }()
}

extension BacktestStrings {
  /// Returns a text with the names in braces replaced by texts.
  func text(_ pattern: String, _ fields: KeyValuePairs<String, String>) -> String {
    fields.reduce(pattern) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  func name(of predictor: String, in backtest: Backtest) -> String {
    predictors[predictor] ?? backtest.name(of: predictor) ?? predictor
  }

  func minutes(_ lead: Duration) -> String {
    formats.decimal(lead.inMinutes, places: 0) + " " + formats[.minutes]
  }
}
