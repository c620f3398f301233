enum PlainNames {
  static let person: ColumnNames = """
    subject subject_id patient patient_id participant participant_id person ptid deidentid mrn
    screening_id
    """
  /// Names that may also be of a row, a program's account, or a study.
  static let anyone: ColumnNames = "id pid study_id record_id member_id client_id"

  /// Returns whether a name is a word for a person with a word for an identifier in either order,
  /// such as `patient_nr`, `USUBJID`, or `id_patient`, also with the word `study`.
  static func isPerson(_ name: String) -> Bool {
    let name = joined(name)
    return people.contains { word in
      name.hasPrefix(word) && isIdentifier(name.dropFirst(word.count))
        || name.hasSuffix(word) && isIdentifier(name.dropLast(word.count))
    }
  }

  private static func isIdentifier(_ word: Substring) -> Bool {
    identifiers.contains(word)
      || word.hasPrefix("study") && identifiers.contains(word.dropFirst("study".count))
  }

  static func person(in header: [HeaderName]) -> Int? {
    person.column(in: header) ?? header.firstIndex { isPerson($0.name) }
      ?? anyone.column(in: header)
  }

  private static let people = [
    "subject", "subj", "usubj", "patient", "pat", "pt", "participant", "person", "deident",
    "volunteer", "proband", "teilnehmer", "deelnemer", "deltagare", "deltager", "paciente",
    "participante", "sujeto", "sujet", "paziente", "pasient", "individual", "user",
  ]
  private static let identifiers: Set<Substring> = [
    "", "id", "ids", "nr", "no", "num", "number", "code", "identifier", "key", "name", "label",
    "uid", "uuid", "index",
  ]

  static let time: ColumnNames = """
    time timestamp date_time datetime time_stamp device_timestamp local_time device_time
    display_time datestring zeit zeitstempel measured_at recorded_at measurement_time
    measurement_date reading_time reading_date sample_time record_time event_time event_date_time
    eventdatetime occurred_at meter_timestamp glucose_time date_and_time time_of_reading ts
    datum_uhrzeit datum_zeit datum_und_uhrzeit messzeitpunkt zeitpunkt horodatage date_heure
    date_et_heure fecha_hora fecha_y_hora data_ora data_e_ora data_hora data_e_hora tijdstempel
    tijdstip datum_tijd datum_en_tijd datum_tid datum_och_tid tidpunkt tidsstämpel tidspunkt dato_tid
    dato_og_tid lbdtc bg_ts unix_time unix_timestamp epoch epoch_time timestamp_ms time_ms epoch_ms
    timestamp_s epoch_s epoch_seconds start start_time start_date дата_и_время дата_время
    время_измерения 时间 日期时间 血糖时间 测量时间 检测时间 记录时间 采集时间 測定日時 日時 측정시간 uhrzeit heure hora ora tijd tid
    """ + registry
  /// The names in tables of the Jaeb Center's registries, which omit midnight from their dates.
  static let registry: ColumnNames = "devicedttm datadttm localdttm"

  /// Returns whether a name is that of the corrections of a time, such as `DataDtTm_adjusted`.
  static func isCorrection(_ name: String, of time: String) -> Bool {
    ["adjusted", "adj"].contains { joined(name) == joined(time) + $0 }
  }

  /// The names in the same tables of the days since enrollment in the study, in place of a date.
  static let daysFromEnrollment: ColumnNames = """
    devicedttmdaysfromenroll devicedtdaysfromenroll devicedaysfromenroll
    """
  static let clockOfEnrollment = "devicetm"
  /// The name in the same tables of a column that explains a concentration of 0.
  static let limitIndicator = "highlowindicator"
  /// The name of a time in data sets of CDISC, which SAS may have written as a number.
  static let timeOfSAS = "lbdtc"
  static let registryUTC = "utcdttm"

  /// Returns whether a name is that of a time with the word `local` or with the notation of its
  /// parts, as in `Timestamp (YYYY-MM-DDThh:mm:ss)`.
  static func isLocalTime(_ name: String) -> Bool {
    let words = name.split(separator: "_")
    let notation = words.reversed().prefix { word in
      word.allSatisfy { "ymdhstjagu".contains($0) } && Set(word).count <= 3
        && notations.contains { word.contains($0) }
    }
    let text = words.dropLast(notation.count).joined()
    return !notation.isEmpty && times.contains(text) || isTime(text, with: "local")
  }

  /// The letters of a year, a month or minutes, a day, hours, and seconds, in several languages.
  private static let notations = ["yy", "jj", "aa", "mm", "dd", "tt", "hh", "uu", "ss"]

  /// Returns whether a name is that of a time in UTC, such as `timestamp_utc`, `UTC time`, or `Zulu
  /// Time`.
  static func isUTC(_ name: String) -> Bool {
    let text = joined(name)
    return name == registryUTC || ["utc", "gmt", "zulu"].contains { isTime(text, with: $0) }
  }

  private static func isTime(_ text: String, with word: String) -> Bool {
    text.hasPrefix(word) && times.contains(String(text.dropFirst(word.count)))
      || ["", "in"].contains { middle in
        let end = middle + word
        return text.hasSuffix(end) && times.contains(String(text.dropLast(end.count)))
      }
  }

  private static let times = Set(timeOrDate.joined)

  /// Returns a name without underscores, because `DisplayTime` is one word in lower case.
  static func joined(_ name: String) -> String { name.filter { $0 != "_" } }

  /// The names of a column of time zones or offsets from UTC. An `offset` may be the number of a row,
  /// and a `timezoneOffset` in JavaScript has the opposite sign: numbers need a name with their unit.
  static let zone: ColumnNames = """
    timezone time_zone tz utc_offset utcoffset gmt_offset tz_offset utc_offset_minutes
    utc_offset_min utc_offset_hours utc_offset_hour utc_offset_h gmt_offset_minutes gmt_offset_min
    gmt_offset_hours gmt_offset_hour gmt_offset_h zeitzone offset timezone_offset
    """
  static let date: ColumnNames = """
    date day datum fecha data dato päivämäärä dátum tarih дата 日期 日付 날짜
    """
  static let timeOrDate = time + date
  static let clock: ColumnNames = """
    time clock uhrzeit zeit hora ora heure tijd tid time_of_day klokkeslæt klokkeslett aika
    kellonaika godzina čas idő saat время 时间 時刻 시간
    """
  static let glucose: ColumnNames = """
    gl glucose sgv glucose_value sensor_glucose cgm_glucose_value cgm_glucose cgm glucosecgm
    glucose_level blood_glucose glukose glucosa glucosio cgm_glukosewert cgmval glucosevalue egv sg
    cgm_value cgm_reading sensor_glucose_value sensor_reading sensorglucose sensorglukose
    glucose_reading glucose_concentration interstitial_glucose blood_glucose_level
    blood_glucose_value blood_sugar blood_sugar_level glukosewert glucosewert gewebezucker
    blutzucker blutzuckerwert blutglukose glycémie glycemie valeur_de_glucose glucemia glicemia
    valor_de_glucosa sensorglu glicose glucosewaarde bloedglucose bloedsuiker glukos glukosvärde
    blodsocker blodglukos blodsukker blodglukose glukoosi glukoza glukóza glykemie glykémie glükóz
    vércukor glikoz kan_şekeri stężenie_glukozy глюкоза глюкоза_крови уровень_глюкозы сахар_крови
    血糖 血糖值 血糖浓度 葡萄糖 葡萄糖值 传感器葡萄糖 血糖値 グルコース値 センサーグルコース値 혈당
    """
  /// Returns whether a name of a column of glucose is that of a sensor's values. `gl` is the name
  /// in tables of sensors' readings for R.
  static func isSensors(_ name: String) -> Bool {
    sensors.contains(name)
      || ["cgm", "sensor", "egv", "interstitial", "gewebe", "传感器", "センサー", "センサ"].contains {
        name.contains($0)
      }
  }

  private static let sensors: Set<String> = ["gl", "sgv", "sg", "cbg"]
  /// The names that other quantities have as well: without a unit, only clear values are accepted.
  static let vague: ColumnNames = "bg bg_value" + ofAnyQuantity
  /// The names of a column of any quantity, of which glucose is one. Beside another of them, a
  /// measurement is the name of the quantity.
  static let ofAnyQuantity: ColumnNames = "concentration value" + onlyWithUnit + "measurement"
  /// Those that are read only where a unit of glucose is stated: a reading may be a heart rate.
  static let onlyWithUnit: ColumnNames = """
    reading readings lborres result results test_result result_value observation_value numeric_value
    """
  /// Parts of the names of other columns that show such a quantity to be another.
  static let otherQuantities = [
    "insulin", "dose", "dosis", "bolus", "basal", "keton", "medication", "medikament", "drug",
  ]
  static let anyGlucose = glucose + vague
  static let sensorGlucose = glucose.filter(isSensors)
  /// The names of a meter's values beside a column of a sensor's. Those of no device are last.
  static let besideSensor = meter + vagueMeter + "bg bg_value" + glucose.filter { !isSensors($0) }
  static let unit: ColumnNames = "unit units einheit lborresu devicestorunits 单位"
  static let flags: ColumnNames = "flags"
  /// The names of a column that distinguishes a sensor's value from a meter's. Other words in such
  /// a column are ignored if the values are named after glucose or their unit is stated, and
  /// rejected otherwise.
  static let type: ColumnNames = """
    type glucose_type reading_type measurement_type record_type recordtype event_type source_type
    typ tipo lbcat type_of_reading
    """
  /// The names of a column that is true for a finger-stick by which a sensor was calibrated.
  static let calibration: ColumnNames = "iscalibration is_calibration"
  /// The names of a column that is true for a test with control solution, the revised one first.
  static let control: ColumnNames = "isqctestjaeb isqctest"
  /// Returns whether a name is that of a column that states the quantity of a value, such as
  /// `metric`, `Test name`, `item_type`, or `_field`.
  static func isQuantity(_ name: String) -> Bool {
    let words = name.split(separator: "_")
    return words.contains { quantities.contains($0) }
      && words.allSatisfy { quantities.contains($0) || quantityAttributes.contains($0) }
  }

  /// The name of a column that states which part of a measurement a value is.
  static let field = "field"
  private static let quantities: Set<Substring> = [
    "parameter", "parameters", "analyte", "test", "variable", "quantity", "measurement",
    "category", "class", "eventtype", "name", "metric", "measure", "field", "code", "kind", "label",
    "item", "observation", "component", "signal", "characteristic", "biomarker", "property",
    "lbtest", "lbtestcd", "loinc", "parametro", "parámetro", "parâmetro", "paramètre", "métrica",
    "metrica", "métrique", "mesure", "medida", "magnitud", "grandezza", "analyt", "analit",
    "analito", "examen", "esame", "messgröße", "messgrösse", "kennzahl", "bezeichnung",
    "grootheid", "parametr", "badanie", "wskaźnik", "параметр", "показатель", "анализ", "指标", "項目",
    "项目", "検査項目", "항목",
  ]
  private static let quantityAttributes: Set<Substring> = [
    "type", "lab", "laboratory", "display", "text", "desc", "description", "key",
  ]
  /// The names of a column of finger-sticks or a laboratory's values, alone or beside a sensor's.
  static let meter: ColumnNames = """
    bg_reading bg_readings blood_glucose_reading smbg bgm mbg finger_stick fingerstick finger_prick
    fingerprick meter meter_glucose capillary_glucose capillary glucose_meter ysi ysi_glucose
    reference_glucose laboratory_glucose lab_glucose
    """
  /// Names of the same that denote a sensor's values if no other column does.
  static let vagueMeter: ColumnNames = """
    cbg blood_glucose blood_glucose_value blood_glucose_level blood_sugar blood_sugar_level
    blutzucker blutglukose bloedglucose blodsocker blodsukker
    """
}

struct ColumnNames: ExpressibleByStringLiteral, Sendable {
  let names: [String]
  let joined: [String]

  /// Creates the names that are separated by spaces or line ends in a text.
  init(stringLiteral text: String) {
    self.init(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private init(_ names: [String]) { (self.names, joined) = (names, names.map(PlainNames.joined)) }

  func filter(_ isIncluded: (String) -> Bool) -> Self { Self(names.filter(isIncluded)) }

  static func + (first: Self, second: Self) -> Self { Self(first.names + second.names) }

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the first column with a name; without it, with the same letters and digits.
  func column(in header: [HeaderName]) -> Int? {
    for name in names {
      if let column = header.firstIndex(where: { $0.name == name }) { return column }
    }
    let texts = header.map { PlainNames.joined($0.name) }
    for name in joined {
      if let column = texts.firstIndex(of: name) { return column }
    }
    return nil
  }
}
