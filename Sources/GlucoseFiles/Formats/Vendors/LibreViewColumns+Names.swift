// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension LibreViewColumns {
  /// Returns the columns of a table that has some of LibreView's in any order, as researchers share
  /// them, by their names: a time, historic readings, and optionally others and the person.
  ///
  /// - Returns: `nil` if the table has no such names, if they state different units, or if they are
  ///   in LibreView's own order: it is then a whole export whose rows are damaged.
  static func named(in header: [HeaderName]) -> Self? {
    guard let historic = historicNames.column(in: header),
      let time = timeNames.column(in: header) ?? PlainNames.timeOrDate.column(in: header),
      historic != libreView.historic || !(libreView.counts ~= header.count)
    else { return nil }
    // A date with a clock in a column of its own.
    if PlainNames.clock.column(in: header) == time, PlainNames.date.column(in: header) != nil {
      return nil
    }
    let units = [historicNames, scanNames, stripNames].lazy
      .compactMap { $0.column(in: header).flatMap { header[$0].unit } }
    guard Set(units).count < 2 else { return nil }
    // A row has no cell at this position.
    let absent = header.count
    func column(_ names: ColumnNames) -> Int { names.column(in: header) ?? absent }
    return Self(
      format: .libreView, description: "", counts: absent...absent, serial: column(serialNames),
      time: time, type: column(typeNames), historic: historic, scan: column(scanNames),
      unmeasuredRapid: column(["non_numeric_rapid_acting_insulin"]),
      rapid: column(["rapid_acting_insulin_units", "rapid_acting_insulin"]),
      unmeasuredFood: column(["non_numeric_food"]),
      grams: column(["carbohydrates_grams", "carbohydrates"]),
      servings: column(["carbohydrates_servings"]),
      unmeasuredLong: column(["non_numeric_long_acting_insulin"]),
      long: column([
        "long_acting_insulin_units", "long_acting_insulin_value_units", "long_acting_insulin",
      ]),
      note: column(["notes"]), strip: column(stripNames),
      partsOfDose: [
        "meal_insulin_units", "correction_insulin_units", "user_change_insulin_units",
      ].map { column([$0]) },
      clockChange: [], person: PlainNames.person(in: header), isNamed: true)
  }

  private static let timeNames: ColumnNames = [
    "device_timestamp", "gerätezeitstempel", "horodatage_de_l_appareil",
    "sello_de_tiempo_del_dispositivo",
  ]
  private static let historicNames: ColumnNames = [
    "historic_glucose", "historical_glucose", "glukosewert_verlauf", "historique_de_la_glycémie",
    "historial_de_glucosa",
  ]
  private static let scanNames: ColumnNames = [
    "scan_glucose", "glukose_scan", "numérisation_de_la_glycémie", "scan_de_glycémie",
    "escaneo_de_glucosa", "escanear_glucosa",
  ]
  private static let stripNames: ColumnNames = [
    "strip_glucose", "glukose_teststreifen", "glycémie_de_la_bandelette",
    "tira_reactiva_para_glucosa",
  ]
  private static let typeNames: ColumnNames = [
    "record_type", "aufzeichnungstyp", "type_d_enregistrement", "tipo_de_registro",
  ]
  private static let serialNames: ColumnNames = [
    "serial_number", "seriennummer", "numéro_de_série", "número_de_serie",
  ]

  /// The positions of the columns that are read. Without a type, a row contains readings only.
  var read: Set<Int> {
    let readings = [serial, time, historic, scan, strip] + [person].compactMap(\.self)
    guard hasType else { return Set(readings) }
    let events = [
      type, unmeasuredRapid, rapid, unmeasuredFood, grams, unmeasuredLong, long, note,
    ]
    return Set(readings + events + partsOfDose + [servings].compactMap(\.self))
  }

  /// Returns a Boolean value that indicates whether a table of named columns has none for the
  /// content of a type of rows.
  func lacksContent(ofType type: UInt8) -> Bool {
    guard isNamed else { return false }
    let content =
      switch type {
      case UInt8(ascii: "1"): [scan]
      case UInt8(ascii: "2"): [strip]
      case UInt8(ascii: "4"): [unmeasuredRapid, rapid, unmeasuredLong, long] + partsOfDose
      case UInt8(ascii: "5"): [unmeasuredFood, grams] + [servings].compactMap(\.self)
      case UInt8(ascii: "6"): [note]
      default: [historic]
      }
    return content.allSatisfy { $0 == counts.lowerBound }
  }
}
