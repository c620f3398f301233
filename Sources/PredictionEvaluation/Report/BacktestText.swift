public import DayChart
internal import GlucoseMath
internal import Prediction

/// The texts of the pictures of back-tests. In each, names in braces are replaced.
///
/// Their names in a `ChartStrings` begin with "backtest."; those of predictors with "predictor.".
enum BacktestText: String, CaseIterable {
  case below, above, errorByLead, timeAhead, rootMeanSquareError, errorsAhead, coverage
  case nominalCoverage, observedCoverage, crossings, predictedProbability, observedFrequency, point
  case distance, errorLandscape, level, slope, cell, cells, noCells, forecastAhead, reading, pairs
  case noForecasts

  static let english: [BacktestText: String] = [
    .below: "below {threshold}", .above: "above {threshold}",
    .errorByLead: "Error by time ahead", .timeAhead: "Time ahead, minutes",
    .rootMeanSquareError: "Root mean square error, {unit}",
    .errorsAhead: "Root mean square error {lead} ahead: {errors}.",
    .coverage: "Coverage of prediction intervals", .nominalCoverage: "Nominal coverage, %",
    .observedCoverage: "Outcomes in the interval, %",
    .crossings: "Probabilities of crossing a threshold",
    .predictedProbability: "Predicted probability, %",
    .observedFrequency: "Observed frequency, %",
    .point: "{name}: predicted {predicted}, observed {observed}",
    .distance: "{name}: at most {points} percentage points from the diagonal.",
    .errorLandscape: "Error by level and slope", .level: "Glucose at the origin, {unit}",
    .slope: "Slope, {unit} per minute; cells: RMSE, {unit}",
    .cell: "{error}, {count} forecasts",
    .cells: "Root mean square error in {count} cells: {least} to {greatest}.",
    .noCells: "No cell with {count} forecasts.", .forecastAhead: "Forecast, {lead} ahead",
    .reading: "Reading", .pairs: "Forecasts", .noForecasts: "No forecasts.",
  ]

  static let german: [BacktestText: String] = [
    .below: "unter {threshold}", .above: "über {threshold}",
    .errorByLead: "Fehler nach Vorlaufzeit", .timeAhead: "Vorlaufzeit, Minuten",
    .rootMeanSquareError: "RMSE, {unit}",
    .errorsAhead: "Wurzel des mittleren quadratischen Fehlers {lead} im Voraus: {errors}.",
    .coverage: "Abdeckung der Vorhersageintervalle",
    .nominalCoverage: "Nominelle Abdeckung, %",
    .observedCoverage: "Messwerte im Vorhersageintervall, %",
    .crossings: "Über- oder Unterschreiten von Grenzen",
    .predictedProbability: "Vorhergesagte Wahrscheinlichkeit, %",
    .observedFrequency: "Beobachtete Häufigkeit, %",
    .point: "{name}: vorhergesagt {predicted}, beobachtet {observed}",
    .distance: "{name}: höchstens {points} Prozentpunkte von der Diagonale entfernt.",
    .errorLandscape: "Fehler nach Glukosewert und Steigung",
    .level: "Glukose bei der Vorhersage, {unit}",
    .slope: "Steigung, {unit}/min; Felder: RMSE, {unit}",
    .cell: "{error}, {count} Vorhersagen",
    .cells: "RMSE in {count} Feldern: {least} bis {greatest}.",
    .noCells: "Kein Feld mit {count} Vorhersagen.",
    .forecastAhead: "Vorhersage, {lead} im Voraus", .reading: "Messwert",
    .pairs: "Vorhersagen", .noForecasts: "Keine Vorhersagen.",
  ]

  static let germanPredictors = [
    "last-value": "letzter Wert", "linear-extrapolation": "lineare Extrapolation",
    "momentum": "Momentum", "autoregression": "Autoregression",
    "second-order-autoregression": "Autoregression zweiter Ordnung", "model": "Modell",
    "personal-model": "persönliches Modell",
    "personal-model-learning": "persönliches Modell, lernend",
    "personal-model-events": "persönliches Modell mit Ereignissen",
    "personal-model-events-learning": "persönliches Modell mit Ereignissen, lernend",
  ]
}

extension ChartStrings {
  /// The English texts of the pictures of back-tests by name, such as "backtest.coverage", to translate
  /// in the same way as the others. Names of predictors are "predictor." and the identifier.
  public static var backtestTexts: [String: String] {
    Dictionary(
      uniqueKeysWithValues: BacktestText.english.map { ("backtest." + $0.key.rawValue, $0.value) })
  }

  private var isGerman: Bool { language.hasPrefix("de") }

  /// Returns a text with the names in braces replaced by texts.
  func text(_ text: BacktestText, _ fields: KeyValuePairs<String, String> = [:]) -> String {
    let pattern =
      texts["backtest." + text.rawValue]
      ?? (isGerman ? BacktestText.german : BacktestText.english)[text] ?? ""
    return fields.reduce(pattern) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  func name(of predictor: String, in backtest: Backtest) -> String {
    texts["predictor." + predictor]
      ?? (isGerman ? BacktestText.germanPredictors[predictor] : nil)
      ?? backtest.name(of: predictor) ?? predictor
  }

  func minutes(_ lead: Duration) -> String {
    decimal(lead.inMinutes, places: 0) + " " + self[.minutes]
  }
}
