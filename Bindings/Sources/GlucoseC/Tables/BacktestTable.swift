internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import Prediction
internal import PredictionEvaluation

extension CohortHandle {
  /// Returns the errors of each predictor at each lead, for all people and for each, with the options of
  /// the command.
  func backtest(_ call: Call) throws -> ResultTable {
    // Before the work, which takes long.
    try checked(BacktestColumns().table(keyName) { _ in nil })
    let minutes = try call.numbers("minutes") ?? [30]
    try require(
      !minutes.isEmpty && minutes.allSatisfy({ 5...120 ~= $0 && $0.remainder(dividingBy: 5) == 0 }),
      "`minutes` must be multiples of 5 from 5 to 120.")
    let design = try call.choice(
      "design", BacktestDesign.allCases.map { ($0.rawValue, $0) })
    let interval: Duration? = try call.choice(
      "learning", [("daily", .seconds(86_400)), ("never", nil)])
    let (tasks, task) = (try call.tasks(), call.task)
    var fit = FitOptions()
    let zone = try commonZone(for: "A back-test")
    fit.zone = zone
    fit.usesEvents = true
    fit.usesPretrainedModel = try call.flag("pretrained", default: true)
    let suitable = try self.members(tasks, task)
    var columns = BacktestColumns()
    var failure: BindingError?
    let groups = SensorCadence.allCases.filter { cadence in
      suitable.contains { $0.cadence == cadence }
    }
    for (number, cadence) in groups.enumerated() {
      let members = suitable.filter { $0.cadence == cadence }.map { $0.person }
      do {
        if let wrong = minutes.first(where: {
          design.reportedLeads == nil && $0.remainder(dividingBy: Double(cadence.rawValue)) != 0
        }) {
          throw BindingError.argument(
            "`minutes` must be multiples of \(cadence.rawValue) for \(name(of: members[0])), not \(Int(wrong))."
          )
        }
        try require(
          design != .leaveOnePersonOut || members.count > 1,
          "\(design.rawValue) requires two or more people.", BindingError.unavailable)
        fit.cadence = cadence
        let leads = design.reportedLeads ?? minutes.map { .seconds(60 * $0) }
        fit.horizon = leads.max() ?? fit.horizon
        let final = fit
        let result = try waiting(task) {
          try await Backtest.ofModel(
            of: members.count, final, by: design, updateInterval: interval, tasks: tasks
          ) {
            task?.fraction = (Double(number) + $0) / Double(groups.count)
          } recording: {
            try self.recording(of: members[$0], task)
          }
        }
        columns.add(result, cadence, members)
      } catch let error as FitError {
        failure = failure ?? named(error, of: members)
      } catch {
        failure = failure ?? BindingError(error)
      }
      if task?.isCanceled == true { throw BindingError.canceled }
    }
    guard !columns.rows.isEmpty else {
      throw failure ?? BindingError.unavailable("No recording is suitable for a back-test.")
    }
    return columns.table(keyName) { keys[$0]?.description }
  }
}

/// The columns of the table of a back-test.
struct BacktestColumns {
  private(set) var rows: [(score: Backtest.Score, name: String?, person: Int?, cadence: Int)] = []

  /// Adds the scores of a test, whose people are `members` of the cohort.
  mutating func add(_ test: Backtest, _ cadence: SensorCadence, _ members: [Int]) {
    rows += test.scores.map {
      (
        score: $0, name: test.name(of: $0.predictor), person: $0.person.map { members[$0] },
        cadence: cadence.rawValue
      )
    }
  }

  func table(_ keyName: String, _ key: (Int) -> String?) -> ResultTable {
    let errors = rows.map(\.score.errors)
    return ResultTable(
      [
        rows.integers("cadence_minutes") { $0.cadence },
        rows.texts("predictor") { $0.score.predictor }, rows.texts("name") { $0.name },
        rows.texts(keyName) { $0.person.flatMap(key) },
        rows.numbers("minutes") { $0.score.lead / .seconds(60) },
        errors.integers("count") { $0.count }, errors.numbers("rmse_mgdl") { $0.rootMeanSquare },
        errors.numbers("mae_mgdl") { $0.meanAbsolute },
        errors.numbers("mard_percent") { $0.meanAbsoluteRelative },
        errors.numbers("bias_mgdl") { $0.bias },
      ]
        + [50, 80, 90, 95].map { percent in
          errors.numbers("coverage_\(percent)") { $0.coverage(of: Double(percent) / 100) }
        } + [errors.numbers("crps_mgdl") { $0.crps }])
  }
}
