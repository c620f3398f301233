import ArgumentParser
import GlucoseStudy

struct Train: Command {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Train a pretrained model on studies, one file per study.",
    discussion: """
      The model is for people with few readings. It is written as bytes that \
      PretrainedModels(bytes:) decodes and glucose backtest --models tests. With --evaluate, no \
      file is written: each study is forecast by a model trained on the others, with the last 1, \
      3, 6, and 24 hours and 8 days of each person as input, and personalized with increasing \
      numbers of the person's own readings.

      With --nights, the model is that of the night ahead: its weights are printed, or, with \
      --evaluate, its measures on nights of studies, and of people's later nights, to which it was \
      not fitted.

      scripts/prior trains the model that ships with the package.
      """,
    shouldDisplay: false)

  @OptionGroup var input: InputOptions
  @Option(
    help: .value(
      "name", "The file names of studies whose recorded times are not local times of day."))
  var withoutClock: [String] = []
  @Option(help: .value("name", "The file names of studies of people with type 1 diabetes."))
  var type1: [String] = []
  @Option(help: .value("name", "The file names of studies of people without diabetes."))
  var noDiabetes: [String] = []
  @Option(name: .shortAndLong, help: "The file to write.")
  var output: String?
  @Option(
    help: .value(
      "part",
      """
      With --output, a part that models do without, to measure what it is worth.
      """))
  var leaveOut: [TrainingPart] = []
  @Flag(help: "Forecast each study by a model trained on the others, and print the errors.")
  var evaluate = false
  @Flag(help: "Fit the model of the night ahead, and print its weights.")
  var nights = false
  @Option(help: "With --evaluate, one origin in this many is tested (default: 1).")
  var every: Int?
  @Option(
    help: .value(
      "people",
      """
      With --evaluate, the number of people, from the first of each study, to whom models are \
      fitted with and without the pretrained model as prior (default: 10).
      """))
  var cohort: Int?
  @Option(
    help: .value(
      "name", "With --evaluate, the file names of the studies to forecast (default: all)."))
  var only: [String] = []

  func validate() throws {
    try require(
      nights ? output == nil : evaluate != (output != nil),
      "Choose one of --output, --evaluate, and --nights.")
    try require(output != nil || leaveOut.isEmpty, "--leave-out requires --output.")
    let ofEvaluation = [
      ("--every", every != nil), ("--cohort", cohort != nil), ("--only", !only.isEmpty),
    ]
    if !evaluate || nights, let option = ofEvaluation.first(where: \.1)?.0 {
      throw ValidationError("\(option) requires --evaluate without --nights.")
    }
    try require(every ?? 1 > 0 && cohort ?? 1 > 0, "--every and --cohort must be positive.")
  }

  func run(_ failures: inout Failures) async throws {
    try OutputOptions.refuse([output], replacing: input.paths())
    let studies = try studies(&failures)
    do {
      if nights {
        try OutputOptions.print(try textOfNights(studies))
      } else if evaluate {
        try OutputOptions.print(try await evaluation(of: studies).text)
      } else if let output {
        try OutputOptions.write(try await trained(on: studies).bytes, to: output)
      }
    } catch let error as FitError {
      throw CommandFailure(.refused, "no model: \(error.description.asClause)")
    }
  }

  private func textOfNights(_ studies: [PretrainedModels.Study]) throws -> String {
    let text =
      evaluate
      ? NightEvaluation(of: studies)?.text
      : NightModel(fittedTo: NightEvaluation.nights(of: studies))?.weights
        .map { "\($0)," }.joined(separator: "\n")
    guard let text else {
      throw CommandFailure(.refused, "no model: there are too few nights with or without a low.")
    }
    return text
  }

  private func trained(on studies: [PretrainedModels.Study]) async throws -> PretrainedModels {
    let line = Lock(ProgressLine(of: 1))
    defer { line.withLock { $0.end() } }
    return try await PretrainedModels.trained(on: studies, without: Set(leaveOut)) { fraction in
      line.withLock { $0.show(fraction: fraction, "training on \(studies.count) studies") }
    }
  }

  private func evaluation(
    of studies: [PretrainedModels.Study]
  ) async throws -> PretrainedEvaluation {
    let names = studies.map(\.name).filter { only.isEmpty || only.contains($0) }
    let line = Lock((progress: ProgressLine(of: names.count), study: 0, tested: 0))
    defer { line.withLock { $0.progress.end() } }
    return try await PretrainedEvaluation(
      of: studies, only: Set(names), longLeads: [30, 60, 90, 120].map { .seconds(60 * $0) },
      cohortSize: cohort ?? 10, originStride: every ?? 1
    ) { stage in
      line.withLock { line in
        switch stage {
        case .training(let name, let fraction):
          line.study = names.firstIndex(of: name) ?? 0
          line.tested = 0
          line.progress.show(fraction: fraction, "training without \(name)")
        case .testing(let name, let count):
          line.tested += 1
          line.progress.show(
            line.study, "testing on \(name), \(line.tested) of \(count) people", isLong: true)
        case .skipping(let name, let cadence):
          line.progress.end()
          StandardError.print(
            "\(name): no other study has readings every \(cadence.rawValue) minutes.")
        }
      }
    }
  }

  private func studies(_ failures: inout Failures) throws -> [PretrainedModels.Study] {
    var studies: [PretrainedModels.Study] = []
    for source in try input.read(&failures) {
      let name = source.study
      if studies.last?.name != name {
        studies.append(
          PretrainedModels.Study(
            name: name, people: [], hasClock: !withoutClock.contains(name),
            type: type1.contains(name) ? .type1 : noDiabetes.contains(name) ? .noDiabetes : nil))
      }
      studies[studies.count - 1].people.append(source.series)
    }
    let named = withoutClock + type1 + noDiabetes + only
    if let stranger = named.first(where: { name in !studies.contains { $0.name == name } }) {
      throw CommandFailure(.data, "no file is named \(stranger.shownOnTerminal).")
    }
    return studies
  }
}

extension TrainingPart: ExpressibleByArgument {}
