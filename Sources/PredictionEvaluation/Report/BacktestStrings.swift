public import DayChart
internal import DaySummary
internal import GlucoseDiary
public import GlucoseFoundation
internal import GlucoseMath
internal import Prediction

/// The text of the pictures of back-tests, and the formats of their numbers and times, for
/// localization.
///
///     var strings = BacktestStrings(locale: Locale(identifier: "nb_NO"))
///     strings.texts["Reading"] = "Måling"
///
/// The tables of a ``BacktestReport`` and a ``BacktestPage`` are in English.
public struct BacktestStrings: Equatable, Sendable {
  /// The formats of numbers and clock times, and the names of units.
  public var formats: ChartStrings {
    get { sharedFormats.value }
    set { sharedFormats = Shared(newValue) }
  }
  private var sharedFormats: Shared<ChartStrings>
  /// The names of predictors by identifier, in place of the predictors' own.
  public var predictors: [String: String] = [:]
  /// The translations of English texts; those of ``german`` have a key for each. In each text,
  /// names in braces are replaced.
  public var texts: [String: String] = [:]

  /// Creates the English text with formats of numbers and times, and names of units.
  public init(_ formats: ChartStrings = ChartStrings()) { sharedFormats = Shared(formats) }

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
    strings.texts = [
      "below {threshold}": "unter {threshold}", "above {threshold}": "über {threshold}",
      "Error by time ahead": "Fehler nach Vorlaufzeit",
      "Time ahead, minutes": "Vorlaufzeit, Minuten",
      "Root mean square error, {unit}": "RMSE, {unit}",
      "Root mean square error {lead} ahead: {errors}.":
        "Wurzel des mittleren quadratischen Fehlers {lead} im Voraus: {errors}.",
      "Coverage of prediction intervals": "Abdeckung der Vorhersageintervalle",
      "Nominal coverage, %": "Nominelle Abdeckung, %",
      "Outcomes in the interval, %": "Messwerte im Vorhersageintervall, %",
      "Probabilities of crossing a threshold": "Über- oder Unterschreiten von Grenzen",
      "Predicted probability, %": "Vorhergesagte Wahrscheinlichkeit, %",
      "Observed frequency, %": "Beobachtete Häufigkeit, %",
      "{name}: predicted {predicted}, observed {observed}":
        "{name}: vorhergesagt {predicted}, beobachtet {observed}",
      "{name}: at most {points} percentage points from the diagonal.":
        "{name}: höchstens {points} Prozentpunkte von der Diagonale entfernt.",
      "Error by level and slope": "Fehler nach Glukosewert und Steigung",
      "Glucose at the origin, {unit}": "Glukose bei der Vorhersage, {unit}",
      "Slope, {unit} per minute; cells: RMSE, {unit}":
        "Steigung, {unit}/min; Felder: RMSE, {unit}",
      "{error}, {count} forecasts": "{error}, {count} Vorhersagen",
      "Root mean square error in {count} cells: {least} to {greatest}.":
        "RMSE in {count} Feldern: {least} bis {greatest}.",
      "No cell with {count} forecasts.": "Kein Feld mit {count} Vorhersagen.",
      "Forecast, {lead} ahead": "Vorhersage, {lead} im Voraus", "Reading": "Messwert",
      "Forecasts": "Vorhersagen", "No forecasts.": "Keine Vorhersagen.",
    ]
    return strings
  }()

  /// Returns the translation of an English text, with the names in braces replaced by texts.
  func text(_ english: String, _ fields: KeyValuePairs<String, String> = [:]) -> String {
    fields.reduce(texts[english] ?? english) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  func name(of predictor: String, in backtest: Backtest) -> String {
    predictors[predictor] ?? backtest.name(of: predictor) ?? predictor
  }

  func minutes(_ lead: Duration) -> String {
    formats.decimal(lead.inMinutes, places: 0) + " " + formats.minutes
  }
}

/// The format of concentrations, differences, and other measures.
struct ConcentrationStyle {
  let unit: GlucoseUnit
  var strings = BacktestStrings()

  private var unitName: String { strings.formats.name(of: unit) }

  /// Returns a difference of concentrations in mg/dL, such as an error, as a number in ``unit``.
  func value(_ mgdL: Double) -> Double { Glucose.mgdL(mgdL).value(in: unit) }

  /// Returns a difference of concentrations in mg/dL as text, to about a hundredth of 1 mg/dL.
  func exact(_ mgdL: Double?) -> String? {
    mgdL.map { strings.formats.decimal(value($0), places: unit == .mgdL ? 2 : 3) }
  }

  /// Returns a difference of concentrations in mg/dL as text, to about a tenth of 1 mg/dL.
  func short(_ mgdL: Double?) -> String? { mgdL.map { error(value($0), withUnit: false) } }

  /// Returns an error in ``unit``, as a number or with the unit.
  func error(_ value: Double, withUnit: Bool = true) -> String {
    strings.formats.decimal(value, places: unit == .mgdL ? 1 : 2) + (withUnit ? " " + unitName : "")
  }

  /// Returns the translation of an English text with the name of the unit.
  func text(_ english: String) -> String { strings.text(english, ["unit": unitName]) }

  /// Returns a crossing with its unit as text: "below 3.9 mmol/L".
  func crossing(_ crossing: ThresholdCrossing) -> String {
    strings.text(
      crossing.side == .below ? "below {threshold}" : "above {threshold}",
      ["threshold": strings.formats.concentration(crossing.threshold, in: unit)])
  }
}

extension Duration {
  /// The duration in whole minutes: "30 min".
  var minutesText: String { inMinutes.decimal(places: 0) + " min" }

  /// The duration in minutes and tenths: "21.4 min".
  var tenthsOfMinutesText: String { inMinutes.decimal(places: 1) + " min" }
}
