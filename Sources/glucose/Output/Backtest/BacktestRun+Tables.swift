// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseKit

  extension BacktestRun {
    /// The errors of each predictor; with the range of an error as people differ.
    func accuracy(byPerson: Bool) -> TextTable {
      var table = TextTable([
        ("person", .left), ("predictor", .left), ("RMSE", .right), ("95 % interval", .right),
        ("MAE", .right), ("MARD", .right), ("bias", .right), ("in 90 % range", .right),
        ("width", .right),
      ])
      let groups: [Int?] = [nil] + (byPerson ? people.indices.map { $0 } : [])
      for person in groups {
        for name in result.predictors {
          guard let errors = result.score(of: name, person: person, lead: horizon) else { continue }
          let interval =
            person == nil
            ? result.interval(of: name, lead: horizon) { $0.rootMeanSquare } : nil
          table.add([
            person.map { people[$0].shownOnTerminal } ?? "all", name,
            errors.rootMeanSquare?.formatted(places: 2), interval?.text(places: 2),
            errors.meanAbsolute?.formatted(places: 2),
            errors.meanAbsoluteRelative.map { $0.formatted(places: 1) + " %" },
            errors.bias?.formatted(places: 2), errors.coverage?.asPercentage,
            errors.meanWidth?.formatted(places: 0),
          ])
        }
      }
      return table
    }

    /// The zones of the error grids, the lag, and lows that the expected value names.
    var zones: TextTable {
      var table = TextTable([
        ("predictor", .left), ("Clarke A", .right), ("A+B", .right), ("D+E", .right),
        ("Parkes A", .right), ("A+B", .right), ("lag", .right), ("lows named", .right),
        ("of those right", .right),
      ])
      func percent(_ shares: Double?...) -> String? {
        let known = shares.compactMap { $0 }
        return known.count == shares.count
          ? (100 * known.reduce(0, +)).formatted(places: 1) : nil
      }
      for name in result.predictors {
        guard let errors = result.score(of: name, lead: horizon) else { continue }
        table.add([
          name, percent(errors.clarkeShare(.a)),
          percent(errors.clarkeShare(.a), errors.clarkeShare(.b)),
          percent(errors.clarkeShare(.d), errors.clarkeShare(.e)),
          percent(errors.parkesShare(.a)),
          percent(errors.parkesShare(.a), errors.parkesShare(.b)),
          errors.timeLag.map { ($0 / .seconds(60)).formatted(places: 1) + " min" },
          percent(errors.lowSensitivity), percent(errors.lowPrecision),
        ])
      }
      return table
    }

    /// The coverage of the personal model's ranges by lead, and at the horizon by what the moment was like.
    var coverage: TextTable {
      var table = TextTable([
        ("", .left), ("RMSE", .right), ("50 %", .right), ("80 %", .right), ("90 %", .right),
        ("95 %", .right), ("width at 90 %", .right),
      ])
      func add(_ name: String, _ errors: ForecastErrors?) {
        guard let errors else { return }
        var cells: [String?] = [name, errors.rootMeanSquare?.formatted(places: 2)]
        for nominal in [0.5, 0.8, 0.9, 0.95] {
          cells.append(errors.coverage(of: nominal).map { (100 * $0).formatted(places: 1) })
        }
        cells.append(errors.meanWidth?.formatted(places: 0))
        table.add(cells)
      }
      for lead in shownLeads {
        add(
          (lead / .seconds(60)).formatted(places: 0) + " min ahead",
          result.score(of: "personal model", lead: lead))
      }
      for circumstance in Stratum.allCases {
        add(
          "when " + circumstance.rawValue,
          result.errors(of: "personal model", when: circumstance, lead: horizon))
      }
      let within = shareOfPeopleHeld
      table.add([
        "people held 85 to 95 %", nil, nil, nil, within.map { $0.formatted(places: 0) + " %" }, nil,
        nil,
      ])
      return table
    }

    /// The percentage of people in whom the personal range of 90 percent held 85 to 95, of those with
    /// a week of readings; of all if nobody has one.
    var shareOfPeopleHeld: Double? {
      let shares = people.indices.compactMap { person in
        result.score(of: "personal model", person: person, lead: horizon)
      }
      let tested = 7 * 86_400 / (cadence.step / .seconds(1)) * result.testShare * 0.7
      let weekly = shares.filter { Double($0.count) >= tested }
      let held = (weekly.isEmpty ? shares : weekly).compactMap(\.coverage)
      guard !held.isEmpty else { return nil }
      return 100 * Double(held.filter { abs($0 - 0.9) <= 0.05 }.count) / Double(held.count)
    }

    /// How alarms fared.
    var alarms: TextTable {
      var table = TextTable([
        ("alarm", .left), ("false per week", .right), ("predictor", .left), ("episodes", .right),
        ("caught", .right), ("95 % interval", .right), ("right", .right), ("ahead", .right),
      ])
      for score in result.alarms {
        let all = score.all
        guard all.episodes > 0 else { continue }
        table.add([
          score.crossing.text(in: .mgdL), all.falseAlarmsPerWeek?.formatted(places: 1),
          score.predictor,
          String(all.episodes), all.sensitivity?.asPercentage,
          score.sensitivityInterval().map {
            (100 * $0.lowerBound).formatted(places: 0) + "–"
              + (100 * $0.upperBound).formatted(places: 0)
          },
          all.precision?.asPercentage,
          all.meanLead.map { ($0 / .seconds(60)).formatted(places: 1) + " min" },
        ])
      }
      return table
    }
  }

  extension ClosedRange<Double> {
    /// Both ends: "17.2–19.4".
    func text(places: Int) -> String {
      lowerBound.formatted(places: places) + "–" + upperBound.formatted(places: places)
    }
  }
#endif
