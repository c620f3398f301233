package import DaySummary
package import GlucoseMath

extension ChartStrings {
  package func date(_ day: LocalDay) -> String { text(of: day, datePattern) }

  /// Returns the date of `day` with the weekday, if there are names of weekdays.
  package func weekdayDate(_ day: LocalDay) -> String { text(of: day, weekdayDatePattern) }

  package func dates(_ first: LocalDay?, _ last: LocalDay?) -> String {
    let ends = [first, last].compactMap { $0 }.map(date)
    return ends.first == ends.last ? ends.first ?? "" : ends.joined(separator: " – ")
  }

  package func clock(_ time: ClockTime) -> String {
    timePattern.replacingFields { field, count in
      clockText(field, count, hour: time.hour, minute: time.minute)
    }
  }

  /// Returns an hour of a time axis, from 0 to 24. With a pattern of 24 hours, the end of the day is
  /// 24; with one of 12 hours, it is 12 AM.
  package func hour(_ hour: Int) -> String {
    hourPattern.replacingFields { field, count in
      clockText(field, count, hour: hour, minute: 0)
    }
  }

  /// Returns a number to hundredths, without trailing zeros.
  package func amount(_ number: Double) -> String { separated(number.svgNumber) }

  func mass(_ quantity: Double?) -> String? {
    quantity?.quantity.map { amount($0) + " " + self[.grams] }
  }

  /// Returns units of insulin, or units per hour, to thousandths without trailing zeros, since pumps
  /// have steps of 0.025; a dash if they are negative or not finite.
  func insulinAmount(_ units: Double) -> String {
    units.quantity.map { separated($0.decimal(places: 3, trimmed: true)) } ?? "–"
  }

  package func decimal(_ number: Double, places: Int) -> String {
    separated(number.decimal(places: places))
  }

  /// Returns a concentration as text: tenths of mmol/L or whole mg/dL, or as many more decimals as
  /// its side of a limit requires.
  package func number(
    _ glucose: Glucose, in unit: GlucoseUnit, beside limit: Glucose? = nil
  ) -> String {
    decimal(
      glucose.value(in: unit), places: unit == .mmolL ? 1 : 0, beside: limit?.value(in: unit))
  }

  package func concentration(
    _ glucose: Glucose, in unit: GlucoseUnit, beside limit: Glucose? = nil
  ) -> String {
    number(glucose, in: unit, beside: limit) + " " + name(of: unit)
  }

  /// Returns a number to `places` decimals, or to as many more, at most six, as its side of a limit
  /// that it does not equal requires.
  package func decimal(_ number: Double, places: Int, beside limit: Double?) -> String {
    guard let limit, number != limit,
      let needed = (places...6).first(where: {
        number.decimalText(places: $0) != limit.decimalText(places: $0)
      }), needed > places, let text = number.decimalText(places: needed)
    else { return decimal(number, places: places) }
    return separated(text)
  }

  /// Returns a percentage to `places` decimals, 0 or 1, or to as many more as its side of a limit
  /// that it does not equal requires. One above 0 and below 100 is never rounded to either: "<1 %",
  /// ">99.9 %".
  package func percent(
    _ value: Percentage, places: Int = 0, beside limit: Percentage? = nil
  ) -> String {
    if let limit, value != limit, percent(value, places: places) == percent(limit, places: places) {
      return percent(decimal(value.percent, places: places, beside: limit.percent))
    }
    let fraction = value.fraction
    let least = places == 0 ? 0.01 : 0.001
    if fraction > 0, fraction < least / 2 { return "<" + percent(amount(100 * least)) }
    if fraction < 1, fraction >= 1 - least / 2 { return ">" + percent(amount(100 * (1 - least))) }
    return percent(decimal(fraction * 100, places: places))
  }

  package func percent(_ number: String) -> String {
    percentPattern.replacing("#", with: number)
  }

  package func dayCount(_ count: Int) -> String {
    "\(count) \(self[count == 1 ? .day : .days])"
  }

  /// Returns the limit of a target with its comparison, such as ">70 %".
  package func limit(of target: GlycemicTarget) -> String {
    let sign =
      switch target.comparison {
      case .above: ">"
      case .below: "<"
      case .atMost: "≤"
      }
    return sign + percent(amount(target.limit.percent))
  }

  private func separated(_ number: String) -> String {
    decimalSeparator == "." ? number : number.replacing(".", with: decimalSeparator)
  }

  private func text(of day: LocalDay, _ pattern: String) -> String {
    pattern.replacingFields { field, count in
      switch field {
      case "y": count == 2 ? (day.year % 100).text(digits: 2) : day.year.text(digits: count)
      case "M", "L":
        count > 2 && months.count == 12
          ? months[day.month - 1] : day.month.text(digits: count > 2 ? 1 : count)
      case "d": day.day.text(digits: count)
      case "E", "c": weekdays.count == 7 ? weekdays[day.weekday - 1] : ""
      default: nil
      }
    }
  }

  private func clockText(_ field: Character, _ count: Int, hour: Int, minute: Int) -> String? {
    switch field {
    case "H": hour.text(digits: count)
    case "h": ((hour + 11) % 12 + 1).text(digits: count)
    case "K": (hour % 12).text(digits: count)
    case "k": ((hour + 23) % 24 + 1).text(digits: count)
    case "m": minute.text(digits: count)
    case "a", "b", "B": dayPeriods.count == 2 ? dayPeriods[hour % 24 < 12 ? 0 : 1] : ""
    default: nil
    }
  }
}

extension Int {
  /// Returns the number with at least `digits` digits, at most four.
  fileprivate func text(digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(Swift.min(digits, 4) - text.count, 0)) + text
  }
}

extension String {
  /// Returns the pattern with each run of a letter outside of single quotes replaced by the text of
  /// its field, and without space and commas at the ends. A run without a text is omitted.
  fileprivate func replacingFields(_ text: (Character, Int) -> String?) -> String {
    var output = ""
    var isQuoted = false
    var rest = self[...]
    while let character = rest.first {
      if rest.hasPrefix("''") {
        output += "'"
        rest = rest.dropFirst(2)
      } else if character == "'" {
        isQuoted.toggle()
        rest = rest.dropFirst()
      } else if !isQuoted, character.isASCII, character.isLetter {
        let run = rest.prefix { $0 == character }
        output += text(character, run.count) ?? ""
        rest = rest.dropFirst(run.count)
      } else {
        output.append(character)
        rest = rest.dropFirst()
      }
    }
    func isEdge(_ character: Character) -> Bool { character.isWhitespace || character == "," }
    while output.first.map(isEdge) ?? false { output.removeFirst() }
    while output.last.map(isEdge) ?? false { output.removeLast() }
    return output
  }
}
