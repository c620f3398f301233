#if CommandLine
  import Foundation
  import GlucoseTestSupport
  import Testing

  @Suite struct MetricsReferenceTests {
    private typealias Object = [String: Any]

    /// Which number of which R call a column shows.
    private static let calls: [(column: String, call: String, key: String)] = [
      ("mean_mgdl", "mean_glu", "mean"), ("sd_mgdl", "sd_glu", "SD"),
      ("cv_percent", "cv_glu", "CV"), ("iqr_mgdl", "iqr_glu", "IQR"),
      ("gmi_percent", "gmi", "GMI"), ("j_index", "j_index", "J_index"),
      ("p5_mgdl", "quantile_glu", "5"), ("p50_mgdl", "median_glu", "median"),
      ("very_low_percent", "below_percent", "below_54"),
      ("below_range_percent", "below_percent", "below_70"),
      ("in_range_percent", "in_range_percent", "in_range_70_180"),
      ("above_range_percent", "above_percent", "above_180"),
      ("very_high_percent", "above_percent", "above_250"),
      ("lbgi", "lbgi", "LBGI"), ("hbgi", "hbgi", "HBGI"), ("adrr", "adrr", "ADRR"),
      ("gri", "gri", "GRI"), ("grade", "grade", "GRADE"),
      ("grade_hypo_percent", "grade_hypo", "GRADE_hypo"),
      ("grade_eu_percent", "grade_eugly", "GRADE_eugly"),
      ("grade_hyper_percent", "grade_hyper", "GRADE_hyper"),
      ("hypo_index", "hypo_index", "hypo_index"), ("hyper_index", "hyper_index", "hyper_index"),
      ("igc", "igc", "IGC"), ("m_value", "m_value", "M_value"), ("cogi", "cogi", "COGI"),
      ("active_percent", "active_percent", "active_percent"), ("mage_mgdl", "mage", "MAGE"),
      ("mage_mgdl", "mage_avg", "MAGE"), ("modd_mgdl", "modd", "MODD"),
      ("conga_1_mgdl", "conga1", "CONGA"), ("conga_24_mgdl", "conga24", "CONGA"),
      ("mag_mgdl_per_hour", "mag", "MAG"), ("gvp_percent", "gvp", "GVP"),
      ("roc_sd_mgdl_per_min", "sd_roc", "sd_roc"), ("hourly_auc_mgdl", "auc", "hourly_auc"),
      ("pgs", "pgs", "PGS"), ("sd_within_days_mgdl", "sd_measures", "SDw"),
      ("sd_between_clock_times_mgdl", "sd_measures", "SDhhmm"),
      ("sd_within_hours_mgdl", "sd_measures", "SDwsh"),
      ("sd_of_daily_means_mgdl", "sd_measures", "SDdm"),
      ("sd_between_days_mgdl", "sd_measures", "SDb"),
      ("sd_between_days_about_means_mgdl", "sd_measures", "SDbdm"),
      ("cv_daily_mean_percent", "cv_measures", "CVmean"),
      ("cv_daily_sd_percent", "cv_measures", "CVsd"),
    ]

    private static let episodes = [
      ("low", "hypo", "lv1"), ("very_low", "hypo", "lv2"), ("extended_low", "hypo", "extended"),
      ("high", "hyper", "lv1"), ("very_high", "hyper", "lv2"), ("low_only", "hypo", "lv1_excl"),
      ("high_only", "hyper", "lv1_excl"),
    ]

    private func rows(
      _ file: String, _ zone: String, input: String = "", _ more: String...
    ) throws -> [(id: String?, metrics: Object)] {
      let run = try CommandRun(
        ["metrics", file, "--zone", zone, "--convention", "iglu", "--json"] + more, input: input)
      #expect(run.code == 0, "\(run.errors)")
      return try run.rows.map { ($0["id"] as? String, $0) }
    }

    private func golden(_ name: String) throws -> Object {
      let folder = try #require(Datasets.folder(beside: "golden"))
      let data = try Data(contentsOf: folder.appending(path: name))
      return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    }

    /// The number of values of a row that were compared with those of R.
    private func compare(_ row: Object, _ context: String, with result: (String) -> Any?) -> Int {
      var count = 0
      func agree(_ name: String, _ column: String, _ expected: Any?) {
        guard let expected = expected as? Double, let found = row[column] as? Double else { return }
        count += 1
        #expect(
          abs(found - expected) <= 1e-10 * max(abs(found), abs(expected), 1e-12),
          "\(context) \(name): \(found) where R has \(expected)")
      }
      for (column, call, key) in Self.calls {
        agree(call, column, (result(call) as? Object)?[key])
      }
      for level in result("episode_calculation") as? [Object] ?? [] {
        let known = Self.episodes.first {
          $0.1 == level["type"] as? String && $0.2 == level["level"] as? String
        }
        guard let name = known?.0 else { continue }
        agree("\(name) count", "\(name)_episodes", level["total_episodes"])
        agree("\(name) rate", "\(name)_episodes_per_day", level["avg_ep_per_day"])
        if level["total_episodes"] as? Double != 0 {
          agree("\(name) minutes", "\(name)_episode_minutes", level["avg_ep_duration"])
        }
      }
      return count
    }

    @Test(.enabled(if: Datasets.folder(beside: "golden") != nil, Datasets.skipped))
    func aRecordingHasTheNumbersOfR() throws {
      let folder = try #require(Datasets.folder(beside: "golden"))
      let metrics = try #require(try golden("iglu_r_1subject.json")["metrics"] as? [String: Object])
      let rows = try rows(
        folder.appending(path: "data/example_data_1_subject.csv").path, "Etc/GMT+5")
      #expect(rows.count == 1)
      let compared = compare(try #require(rows.first).metrics, "recording") {
        (metrics[$0]?["values"] as? Object)?["Subject 1"]
      }
      #expect(compared > 60)
    }

    /// Rows of hand-made cases as text, each person with an id.
    private func table(_ names: [String], _ cases: [String: Object]) throws -> String {
      var text = "id,time,gl (mg/dL)\n"
      for name in names {
        let own = try #require(cases[name])
        let minutes = try #require(own["minutes"] as? [Double])
        for (minute, value) in zip(minutes, try #require(own["gl"] as? [Any])) {
          guard let value = value as? Double else { continue }
          let time = Date(timeIntervalSince1970: 1_704_844_800 + minute * 60)
          text += "\(name),\(time.ISO8601Format()),\(value)\n"
        }
      }
      return text
    }

    private func compareCases(_ names: [String]) throws {
      let cases = try #require(try golden("iglu_r_edge.json")["cases"] as? [String: Object])
      let rows = try rows("-", "UTC", input: try table(names, cases))
      #expect(rows.map(\.id) == names)
      for row in rows {
        let name = try #require(row.id)
        let results = try #require(cases[name]?["results"] as? [String: Object])
        let calls = results.map { call, result in
          (String(call.replacing("iglu::", with: "").prefix { $0 != "(" }), result["value"])
        }
        let named = Dictionary(calls) { first, _ in first }
        #expect(compare(row.metrics, name) { named[$0] ?? nil } > 20, "\(name)")
      }
    }

    /// Repeated instants count as in R, although a series holds one reading to an instant.
    @Test(.enabled(if: Datasets.folder(beside: "golden") != nil, Datasets.skipped))
    func severalPeopleOfOneFileHaveTheNumbersOfR() throws {
      try compareCases([
        "duplicates", "boundaries", "three_days_gap_day", "long_gap_3h_split", "ext_hypo_125",
        "midnight_crossing", "unsorted",
      ])
    }

    @Test(
      .enabled(if: Datasets.folder(beside: "golden") != nil, Datasets.skipped),
      arguments: ["libre15_3days", "one_minute_1day", "odd7min_2days"])
    func recordsOfOtherIntervalsHaveTheNumbersOfR(name: String) throws {
      try compareCases([name])
    }
  }
#endif
