internal import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension ReadError {
  /// Returns the ``description`` in the language of a locale: German if that is its language, and English
  /// otherwise.
  ///
  ///     do throws(ReadError) { _ = try GlucoseFile(reading: bytes, options: options) } catch {
  ///       print(error.description(in: Locale(identifier: "de_DE")))     // Die Datei ist leer.
  ///     }
  public func description(in locale: Locale) -> String {
    guard locale.isGerman else { return description }
    var sentences = german(reason)
    if let line { sentences += " Zeile \(line)." }
    if let text { sentences += " Gelesen wurde: „\(text)“." }
    return sentences
  }

  /// The German sentences of a reason with its details. What a parser or the operating system found
  /// wrong has no translation and is quoted.
  private func german(_ reason: ReadError.Reason) -> String {
    func quoted(_ sentence: String, _ fault: String) -> String {
      "\(sentence) Meldung auf Englisch: „\(fault)“."
    }
    func number(_ value: Double) -> String { DecimalStyle.comma.format(value) }
    switch reason {
    case .cannotOpen(let fault): return quoted("Die Datei kann nicht geöffnet werden.", fault)
    case .cannotRead(let fault): return quoted("Die Datei kann nicht gelesen werden.", fault)
    case .tooLong(let bytes): return "Die Eingabe ist länger als \(bytes >> 20) MiB."
    case .emptyFile: return "Die Datei ist leer."
    case .noRecords: return "Die Datei enthält keine Einträge."
    case .notText(let look): return quoted("Die Datei ist kein Text.", look)
    case .unknownFormat:
      return "Das Format der Datei ist unbekannt. "
        + "Erwartet wird der Export eines bekannten Programms."
    case .ambiguousDates(let example):
      return "Die Reihenfolge von Tag und Monat ist nicht eindeutig, zum Beispiel \(example)."
    case .contradictoryDates(let dayFirst, let monthFirst):
      return "Die Reihenfolge von Tag und Monat widerspricht sich: "
        + "\(dayFirst) beginnt mit dem Tag, \(monthFirst) mit dem Monat."
    case .unitUnknown(let values):
      return "Die Datei nennt keine Einheit für Werte von \(number(values.lowerBound)) bis "
        + "\(number(values.upperBound))."
    case .unitContradicted(let unit, let values):
      return "Werte von \(number(values.lowerBound)) bis \(number(values.upperBound)) sind in "
        + "\(unit.rawValue) nicht möglich."
    case .twelveHourClock(let example):
      return "Die Uhrzeiten haben zwölf Stunden ohne AM und PM, zum Beispiel \(example)."
    case .zoneNeeded(let example):
      return "Zu den Uhrzeiten, zum Beispiel \(example), fehlt die Zeitzone."
    case .malformed(let fault): return quoted("Der Aufbau der Datei ist fehlerhaft.", fault)
    case .limitExceeded(let danger): return quoted("Die Datei wird abgelehnt.", danger)
    case .badArchive(let fault): return quoted("Das Archiv kann nicht entpackt werden.", fault)
    case .severalFiles(let names):
      return "Das Archiv enthält mehrere lesbare Dateien: \(names.joined(separator: ", "))."
    case .unsupportedWorkbook(let kind):
      return quoted("Diese Art von Arbeitsmappe wird nicht unterstützt.", kind)
    case .swappedDayAndMonth(let example):
      return "Eine Tabellenkalkulation hat Tag und Monat vertauscht, zum Beispiel \(example). "
        + "Benötigt wird die ursprüngliche Datei."
    case .noSuchColumn(let name): return "Die Tabelle hat keine Spalte „\(name)“."
    }
  }
}
