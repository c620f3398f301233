#if CommandLine
  import Foundation
  import Testing

  @Suite struct AccuracyStudyCommand {
    /// Returns a day of readings every five minutes from 60 to 240 mg/dL, `factor` times as high, and
    /// a measurement of a meter every half hour if `hasMeter` is true.
    private func recording(_ factor: Double, hasMeter: Bool = false, from minute: Int = 0) -> String
    {
      var rows = ["time,sensor glucose (mg/dL)" + (hasMeter ? ",blood glucose (mg/dL)" : "")]
      for index in 0..<288 {
        let time = Date(
          timeIntervalSince1970: 1_772_409_600 + Double(index) * 300 + Double(minute * 60))
        let value = 150 + 90 * sin(Double(index) / 15)
        let meter =
          hasMeter
          ? ","
            + (index % 6 == 0
              ? value.formatted(
                .number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US_POSIX")))
              : "") : ""
        rows.append("\(time.ISO8601Format()),\(Int((value * factor).rounded()))\(meter)")
      }
      return rows.joined(separator: "\n") + "\n"
    }

    private func parts(_ run: CommandRun) throws -> [String: [[String: Any]]] {
      #expect(try run.object["schema"] as? String == "swift-glucose/accuracy-study")
      return Dictionary(grouping: try run.rows) { $0["part"] as? String ?? "" }
    }

    @Test func studiesASensorBesideAComparator() throws {
      let folder = try TemporaryFolder()
      let sensor = try folder.file("sensor.csv", recording(1.1))
      let comparator = try folder.file("comparator.csv", recording(1))
      let run = try CommandRun(
        "agreement", sensor, comparator, "--zone", "UTC", "--study", "--json")
      #expect(run.code == 0, "\(run.errors)")
      let parts = try parts(run)
      #expect(parts["criterion"]?.map { $0["name"] as? String } == "ABCDEFGHIJK".map { String($0) })
      #expect(parts["criterion"]?.allSatisfy { $0["met"] as? Int == 1 } == false)
      let overall = try #require(parts["criterion"]?.first { $0["name"] as? String == "G" })
      #expect(overall["pairs"] as? Int == 288 && overall["count"] as? Int == 288)
      #expect(overall["met"] as? Int == 1 && overall["required_percent"] as? Int == 87)
      let all = try #require(parts["accuracy"]?.first)
      #expect(all["name"] as? String == "all" && all["within_15_percent"] as? Int == 100)
      #expect(abs((all["bias_percent"] as? Double ?? 0) - 10) < 0.1)
      #expect(parts["trend"]?.count == 9 && parts["grid"]?.count == 15)
      #expect(parts["alarm"]?.count == 8 && parts["deviation"] == nil)
      let text = try CommandRun("agreement", sensor, comparator, "--zone", "UTC", "--study").output
      #expect(text.contains("A  sensor < 70 mg/dL             within 15 mg/dL "))
      #expect(text.contains("Bounds take people as the sample"))
      let csv = try CommandRun("agreement", sensor, comparator, "--zone", "UTC", "--study", "--csv")
      #expect(csv.output.hasPrefix("part,name,meaning,pairs,"))
    }

    @Test func studiesPeopleWithAMeterTogether() throws {
      let folder = try TemporaryFolder()
      let files = try [0.9, 1, 1.2].enumerated().map { index, factor in
        try folder.file("\(index).csv", recording(factor, hasMeter: true))
      }
      let run = try CommandRun(["agreement"] + files + ["--zone", "UTC", "--study", "--json"])
      #expect(run.code == 0, "\(run.errors)")
      let parts = try parts(run)
      let sensors = parts["accuracy"]?.filter { ($0["name"] as? String ?? "").hasPrefix("of_") }
      #expect(sensors?.map { $0["pairs"] as? Int } == [48, 48, 48])
      // 144 pairs, of which less than 100 are in a range.
      #expect(parts["deviation"]?.map { $0["name"] as? String } == ["all"])
      // Files without an id are of as many people, whose sensors are not compared with each other.
      #expect(parts["precision"] == nil)
      // Without --study, three recordings are too many.
      #expect(try CommandRun(["agreement"] + files + ["--zone", "UTC"]).code == 65)
    }

    @Test func precisionIsOfTheFilesOfOnePerson() throws {
      let folder = try TemporaryFolder()
      let files = try [("Ada", 1.0), ("Ada", 1.2), ("Bo", 1)].enumerated().map { index, person in
        let rows = recording(person.1, hasMeter: true).split(separator: "\n").enumerated().map {
          ($0.offset == 0 ? "id," : person.0 + ",") + $0.element
        }
        return try folder.file("\(index).csv", rows.joined(separator: "\n") + "\n")
      }
      let run = try CommandRun(["agreement"] + files + ["--zone", "UTC", "--study", "--json"])
      #expect(run.code == 0, "\(run.errors)")
      let row = try #require(try parts(run)["precision"]?.first)
      #expect(row["pairs"] as? Int == 48 && row["people"] as? Int == 1)
      // 20 of 110 %, but for readings in whole mg/dL.
      #expect(abs((row["pard_percent"] as? Double ?? 0) - 20 / 1.1) < 0.2)
      #expect(abs((row["cv_percent"] as? Double ?? 0) - 20 / 1.1 / 2.0.squareRoot()) < 0.2)
    }

    @Test func thePageIsWrittenBesideTheTables() throws {
      let folder = try TemporaryFolder()
      let sensor = try folder.file("sensor.csv", recording(1.1))
      let comparator = try folder.file("comparator.csv", recording(1))
      let page = folder.url.appending(path: "page.html").path
      let arguments = ["agreement", sensor, comparator, "--zone", "UTC", "--html", page]
      let run = try CommandRun(arguments + ["--study", "--unit", "mmol/L"])
      #expect(run.code == 0 && run.output.contains("Agreement by range"), "\(run.errors)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("Parkes error grid, type 1"))
      #expect(html.contains("Measured − reference, mmol/L"))
      let refused = try CommandRun(arguments)
      #expect(refused.code == 64 && refused.errors.contains("--html requires --study"))
    }

    private func comparators(_ run: CommandRun) throws -> [String] {
      #expect(run.code == 0, "\(run.errors)")
      return try parts(run)["accuracy"]?.compactMap { $0["name"] as? String }
        .filter { $0.hasPrefix("comparator_") } ?? []
    }

    @Test func aPlainTableDoesNotStateTheComparator() throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("person.csv", recording(1.1, hasMeter: true))
      let arguments = ["agreement", file, "--zone", "UTC", "--study"]
      #expect(try comparators(CommandRun(arguments + ["--json"])) == [])
      let text = try CommandRun(arguments).output.replacing("\n", with: " ")
      #expect(text.hasPrefix("48 pairs of 1 sensor, compared with a method that is not stated:"))
      #expect(text.contains("The comparator is another or is not stated"))
      let stated = try CommandRun(arguments + ["--comparator", "laboratory"]).output
        .replacing("\n", with: " ")
      #expect(stated.hasPrefix("48 pairs of 1 sensor, compared with a laboratory method:"))
      #expect(!stated.contains("The comparator is another or is not stated"))
      #expect(
        try comparators(CommandRun(arguments + ["--comparator", "meter", "--json"]))
          == ["comparator_meter"])
      let refused = try CommandRun("agreement", file, "--zone", "UTC", "--comparator", "meter")
      #expect(refused.code == 64 && refused.errors.contains("--comparator requires --study"))
      #expect(try CommandRun(arguments + ["--comparator", "YSI"]).code == 64)
    }
  }
#endif
