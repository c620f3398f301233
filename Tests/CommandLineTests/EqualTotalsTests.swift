#if CommandLine
  import Foundation
  import GlucoseTestSupport
  import Testing

  @Suite struct EqualTotals {
    private typealias Object = [String: Any]

    /// The numbers of each person that a way of computing them gives, by name.
    private struct Totals {
      let way: String
      var numbers: [String: [String: Double]] = [:]

      mutating func set(_ person: Object, _ name: String, _ value: Any?) {
        let id = person["id"] as? String ?? person["subject"] as? String ?? ""
        if let value = value as? Double { numbers[id, default: [:]][name] = value }
        if let value = value as? Bool { numbers[id, default: [:]][name] = value ? 1 : 0 }
      }

      mutating func add(_ person: Object, _ name: String, _ value: Double) {
        numbers[person["id"] as? String ?? "", default: [:]][name, default: 0] += value
      }
    }

    private func json(_ arguments: [String]) throws -> Object {
      let run = try CommandRun(arguments)
      #expect(run.code == 0, "\(arguments): \(run.errors)")
      return try run.object
    }

    private func rows(_ arguments: [String]) throws -> [Object] {
      try #require(try json(arguments + ["--json"])["rows"] as? [Object])
    }

    private static let bands = ["very_low", "low", "in_range", "high", "very_high"]
    private static let levels = [
      "low", "very_low", "extended_low", "high", "very_high", "extended_high",
    ]

    private func metrics(_ input: [String]) throws -> Totals {
      var totals = Totals(way: "metrics")
      for row in try rows(["metrics"] + input) {
        for name in [
          "readings", "days", "mean_mgdl", "sd_mgdl", "cv_percent", "gmi_percent", "min_mgdl",
          "max_mgdl", "p50_mgdl", "active_percent", "enough_data",
        ] + Self.bands.map({ $0 + "_percent" }) {
          totals.set(row, name, row[name])
        }
        totals.set(row, "tight_percent", row["tight_range_percent"])
        for level in Self.levels {
          totals.set(row, level + "_episodes", row[level + "_episodes"])
          let count = row[level + "_episodes"] as? Double ?? 0
          let minutes = row[level + "_episode_minutes"] as? Double ?? 0
          totals.set(row, level + "_minutes", count * minutes)
        }
        for level in ["low", "very_low", "high", "very_high"] {
          totals.set(row, "night_\(level)_episodes", row["nocturnal_\(level)_episodes"])
        }
        for (name, value) in row where name.hasPrefix("meets_adults_") {
          totals.set(row, name, value as? Double)
        }
      }
      return totals
    }

    private func metricsByDay(_ input: [String]) throws -> Totals {
      var totals = Totals(way: "metrics --by day")
      for row in try rows(["metrics", "--by", "day", "--split", "day-night"] + input) {
        let day = row["period_start"] as? String ?? ""
        let count = row["readings"] as? Double ?? 0
        switch row["part"] as? String {
        case "all":
          totals.add(row, "days", 1)
          totals.add(row, "readings", count)
          for level in Self.levels {
            let episodes = row[level + "_episodes"] as? Double ?? 0
            totals.add(row, level + "_episodes", episodes)
            totals.add(
              row, level + "_minutes", episodes * (row[level + "_episode_minutes"] as? Double ?? 0))
          }
          totals.set(row, "\(day) readings", count)
          for name in [
            "mean_mgdl", "sd_mgdl", "min_mgdl", "max_mgdl", "in_range_percent", "active_percent",
          ] {
            totals.set(row, "\(day) \(name)", row[name])
          }
        case "night":
          for name in ["mean_mgdl", "min_mgdl", "max_mgdl", "in_range_percent"] {
            totals.set(row, "\(day) night \(name)", row[name])
          }
          totals.add(row, "nights", 1)
        default: break
        }
      }
      return totals
    }

    private func report(_ input: [String]) throws -> Totals {
      var totals = Totals(way: "report")
      for person in try json(["report", "--json"] + input)["people"] as? [Object] ?? [] {
        func statistics(_ prefix: String, _ object: Object?) {
          guard let object else { return }
          totals.set(person, prefix + "readings", object["count"])
          totals.set(person, prefix + "mean_mgdl", object["mean"])
          totals.set(person, prefix + "sd_mgdl", object["standard_deviation"])
          totals.set(person, prefix + "cv_percent", object["cv_percent"])
          totals.set(person, prefix + "gmi_percent", object["gmi_percent"])
          totals.set(person, prefix + "min_mgdl", object["minimum"])
          totals.set(person, prefix + "max_mgdl", object["maximum"])
          totals.set(person, prefix + "p50_mgdl", object["median"])
          let ranges = object["time_in_ranges"] as? Object
          for band in Self.bands {
            let fraction = ranges?[band == "in_range" ? "target" : band] as? Double
            totals.set(person, prefix + band + "_percent", fraction.map { 100 * $0 })
          }
        }
        statistics("", person["period"] as? Object)
        let tight = person["time_in_tight_range"] as? Double
        totals.set(person, "tight_percent", tight.map { 100 * $0 })
        let data = person["sufficiency"] as? Object
        totals.set(person, "days", data?["days"])
        totals.set(person, "enough_data", data?["is_sufficient"] as? Bool)
        totals.set(person, "active_percent", (person["coverage"] as? Double).map { 100 * $0 })
        for target in person["targets"] as? [Object] ?? [] {
          let measure = target["measure"] as? String ?? ""
          let name = measure == "coefficient_of_variation" ? "cv" : measure
          totals.set(person, "meets_adults_" + name, target["is_met"] as? Bool)
        }
        for day in person["days"] as? [Object] ?? [] {
          let prefix = "\(day["date"] ?? "") "
          statistics(prefix, day["statistics"] as? Object)
          totals.set(
            person, prefix + "active_percent", (day["coverage"] as? Double).map { 100 * $0 })
        }
      }
      return totals
    }

    private func episodes(_ input: [String], of people: some Sequence<String>) throws -> Totals {
      var totals = Totals(way: "episodes")
      for id in people {
        for level in Self.levels {
          totals.numbers[id, default: [:]][level + "_episodes"] = 0
          totals.numbers[id, default: [:]][level + "_minutes"] = 0
          guard !level.hasPrefix("extended") else { continue }
          totals.numbers[id, default: [:]]["night_\(level)_episodes"] = 0
        }
      }
      for row in try rows(["episodes"] + input) {
        let level = row["level"] as? String ?? ""
        totals.add(row, level + "_episodes", 1)
        totals.add(row, level + "_minutes", row["minutes"] as? Double ?? 0)
        if row["part"] as? String == "night", !level.hasPrefix("extended") {
          totals.add(row, "night_\(level)_episodes", 1)
        }
      }
      return totals
    }

    private func nights(_ input: [String]) throws -> Totals {
      var totals = Totals(way: "nights")
      for row in try rows(["nights"] + input) {
        let night = "\(row["day"] ?? "") night "
        totals.set(row, night + "mean_mgdl", row["mean_mgdl"])
        totals.set(row, night + "min_mgdl", row["lowest_mgdl"])
        totals.set(row, night + "max_mgdl", row["highest_mgdl"])
        totals.set(row, night + "in_range_percent", (row["in_range"] as? Double).map { 100 * $0 })
        totals.add(row, "nights", 1)
      }
      return totals
    }

    /// The profile has no total: its extremes and its numbers of days have bounds.
    private func checkProfile(_ input: [String], beside metrics: Totals) throws {
      for row in try rows(["profile", "--percentiles", "0,100"] + input) {
        let id = row["id"] as? String ?? ""
        let totals = try #require(metrics.numbers[id])
        #expect(row["days"] as? Double ?? 0 <= totals["days"] ?? 0, "\(id)")
        guard let lowest = row["p0_mgdl"] as? Double, let highest = row["p100_mgdl"] as? Double
        else { continue }
        let range = (totals["min_mgdl"] ?? 0)...(totals["max_mgdl"] ?? 0)
        #expect(range.lowerBound <= lowest + 1e-9 && highest - 1e-9 <= range.upperBound, "\(id)")
      }
    }

    private func compare(_ input: [String]) throws -> Int {
      let metrics = try metrics(input)
      let all = [
        metrics, try metricsByDay(input), try report(input),
        try episodes(input, of: metrics.numbers.keys), try nights(input),
      ]
      try checkProfile(input, beside: metrics)
      var count = 0
      for (index, first) in all.enumerated() {
        for second in all[(index + 1)...] {
          for (id, numbers) in first.numbers {
            for (name, value) in numbers {
              guard let other = second.numbers[id]?[name] else { continue }
              count += 1
              #expect(
                abs(value - other) <= 1e-9 * max(abs(value), abs(other), 1),
                "\(id), \(name): \(first.way) \(value), \(second.way) \(other)")
            }
          }
        }
      }
      // Every night of one is a night of the other.
      for (id, numbers) in all[4].numbers {
        for name in numbers.keys { #expect(all[1].numbers[id]?[name] != nil, "\(id), \(name)") }
      }
      return count
    }

    @Test(
      .enabled(if: !Datasets.available.isEmpty, Datasets.skipped), arguments: Datasets.available)
    func ofRealRecordings(name: String) throws {
      let folder = try TemporaryFolder()
      let all = try Datasets.csv(name).split(separator: UInt8(ascii: "\n"), maxSplits: 6_000)
      let lines = all.prefix(6_000).dropFirst().map { String(decoding: $0, as: UTF8.self) }
      let file = try folder.file(
        "all.csv", "id,time,gl (mg/dL)\n" + lines.joined(separator: "\n") + "\n")
      #expect(try compare([file, "--zone", "UTC"]) > 250)
    }

    /// Thirty people in Oslo around both changes of clocks, with sensors of 5 to 15 minutes, a
    /// change of sensor, gaps, and rows that repeat an instant with the same or another value.
    @Test func ofSimulatedPeople() throws {
      var random = SeededGenerator(seed: 40)
      var rows = ["id,time,gl (mg/dL)"]
      var number = 0
      for (people, days, start) in [
        (13, 3, "2025-10-25"), (13, 3, "2026-03-28"), (2, 15, "2025-10-18"),
        (2, 15, "2026-03-21"),
      ] {
        let lines = try CommandRun(
          "simulate", "--people", "\(people)", "--days", "\(days)", "--from", start, "--zone",
          "Europe/Oslo", "--seed", "\(number)"
        ).output.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        let records = Dictionary(grouping: lines) { $0[0] }
        for (_, record) in records.sorted(by: { $0.key < $1.key }) {
          number += 1
          let change = Int.random(in: 0..<record.count, using: &random)
          var gap = 0
          for (index, fields) in record.enumerated() {
            let interval = [1, 2, 3, 1][(index < change ? number : number / 4) % 4]
            gap = Int.random(in: 0..<400, using: &random) == 0 ? 40 : gap - 1
            guard index % interval == 0, gap <= 0, let value = Int(fields[2]) else { continue }
            rows.append("P\(number),\(fields[1]),\(value)")
            switch Int.random(in: 0..<100, using: &random) {
            case 0: rows.append("P\(number),\(fields[1]),\(value)")
            case 1: rows.append("P\(number),\(fields[1]),\(value + 3)")
            default: break
            }
          }
        }
      }
      #expect(number == 30)
      let folder = try TemporaryFolder()
      let file = try folder.file("all.csv", rows.joined(separator: "\n") + "\n")
      #expect(try compare([file, "--zone", "Europe/Oslo"]) > 1_500)
    }
  }
#endif
