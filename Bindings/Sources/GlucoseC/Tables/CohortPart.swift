internal import Foundation
internal import GlucoseCohort
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import PredictionEvaluation

/// What the people of a cohort contribute to a result for people on several machines: sums that can be added.
struct CohortPart: Codable {
  /// The back-test of some people with one model.
  private struct Test: Codable {
    var ids: [String?]
    let cadence: SensorCadence
    var bytes: Data
  }

  /// The first line of the bytes, before 16 digits of the checksum.
  private static let head = Array("glucose-cohort-part 1 ".utf8)

  private var aggregate: GlucoseAggregate?
  private var test: Test?

  /// The bytes of the part, which `init(bytes:)` reads.
  var bytes: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let body = [UInt8](try encoder.encode(self))
      return Self.head + Self.checksum(body[...]) + body
    }
  }

  /// Returns the digits and the line feed of the FNV-1a checksum of 64 bits.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let sum = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(sum, radix: 16)
    return Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8)
  }

  /// Creates a part from its bytes.
  init(bytes: [UInt8]) throws {
    try require(
      bytes.starts(with: Self.head), "The bytes are not those of a part.", BindingError.data)
    let rest = bytes[Self.head.count...]
    try require(
      rest.prefix(17).elementsEqual(Self.checksum(rest.dropFirst(17))),
      "The part is damaged: its checksum does not match the content.", BindingError.data)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(rest.dropFirst(17)))
    } catch {
      throw BindingError.data("The bytes are not those of a part.")
    }
    try require(
      (aggregate == nil) != (test == nil), "The bytes are not those of a part.", BindingError.data)
    if let test {
      try require(
        try Backtest(bytes: [UInt8](test.bytes)).personCount == test.ids.count,
        "The part has another number of ids than of people.", BindingError.data)
    }
  }

  /// Sums the readings of each local day of a cohort in the calling thread, until the task is canceled.
  init(aggregateOf cohort: CohortHandle, _ call: Call) throws {
    var sum = GlucoseAggregate(bands: try call.bands(in: cohort.unit))
    for person in 0..<cohort.count {
      if call.task?.isCanceled == true { throw BindingError.canceled }
      let series = try cohort.record(of: person).series
      for day in series.days(in: try cohort.zone(of: person)) {
        sum += GlucoseAggregate(day: day.series, bands: sum.bands)
      }
    }
    aggregate = sum
  }

  /// Tests a model, the model adapted to each person, and baselines on a cohort in one thread.
  init(testOf cohort: CohortHandle, _ model: Forecaster, _ call: Call) throws {
    let task = call.task
    try require(
      !model.isPersonal,
      "A back-test of parts needs a model of all people; this one is personalized.")
    var test = BacktestOptions(leads: model.leads)
    if let share = try call.number("test_fraction") {
      try require(share > 0 && share < 1, "`test_fraction` must be between 0 and 1.")
      test.testPercentage = Percentage(fraction: share)
    }
    let final = test
    @Sendable func recording(of person: Int) throws -> Recording {
      try cohort.recording(of: person, task)
    }
    @Sendable func predictors(_ past: Recording) -> [any Predictor] {
      [
        model.personalized(to: past)
          .identified(as: "personal-model", name: "personal model", updates: false),
        model,
      ] + BacktestDesign.baselines(past: past.series, cadence: model.cadence)
    }
    // Without a task, no threads of the process are needed, which a forked process does not have.
    let result =
      if let task {
        try waiting(task) {
          try await Backtest(of: cohort.count, final, tasks: 1) {
            task.fraction = Double($0) / Double(cohort.count)
          } recording: {
            try recording(of: $0)
          } predictors: {
            predictors($1)
          }
        }
      } else {
        try Backtest(of: cohort.count, final) { person throws(any Error) in
          try recording(of: person)
        } predictors: { _, past throws(any Error) in
          predictors(past)
        }
      }
    self.test = Test(
      ids: cohort.keys.map { $0?.description }, cadence: model.cadence,
      bytes: Data(try result.bytes))
  }

  /// Adds the part of other people.
  mutating func add(_ other: Self) throws {
    if let one = aggregate, let two = other.aggregate {
      try require(one.bands == two.bands, "The parts have different bands.")
      aggregate = one + two
    } else if let one = test, let two = other.test {
      try require(one.cadence == two.cadence, "The parts have different cadences.")
      var sum = try Backtest(bytes: [UInt8](one.bytes))
      do {
        try sum.add(Backtest(bytes: [UInt8](two.bytes)))
      } catch let error as FitError {
        throw BindingError.argument("\(error)")
      }
      test?.ids += two.ids
      test?.bytes = Data(try sum.bytes)
    } else {
      throw BindingError.argument("The parts are of different kinds.")
    }
  }

  /// Returns the measures of all people, and of a back-test also those of each.
  func table() throws -> ResultTable {
    if let test {
      var columns = BacktestColumns()
      columns.add(
        try Backtest(bytes: [UInt8](test.bytes)), test.cadence, Array(test.ids.indices))
      return columns.table("id") { test.ids[$0] }
    }
    let aggregate = try require(aggregate, "The part is empty.", BindingError.data)
    let rows = [aggregate]
    return ResultTable(
      [rows.integers("days") { $0.dayCount }] + CohortHandle.columns([aggregate.statistics])
        + [
          rows.numbers("gmi_percent") { $0.statistics?.glucoseManagementIndicator },
          rows.numbers("lbgi") { $0.riskIndices?.lowBloodGlucoseIndex },
          rows.numbers("hbgi") { $0.riskIndices?.highBloodGlucoseIndex },
        ]
        + [5, 25, 50, 75, 95].map { percent in
          rows.numbers("p\(percent)_mgdl") { $0.quantile(Double(percent) / 100)?.mgdL }
        })
  }
}
