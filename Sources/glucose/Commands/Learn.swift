// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Learn: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Learns a model of people in general from studies, a file to each.",
      discussion: """
        The model serves people of whom little is known yet. It is written as bytes that \
        PretrainedModels(bytes:) reads. With --evaluate nothing is written: each study is forecast by a model \
        of the others, with more and more of each person's own readings.

        The one that ships is made by scripts/prior.
        """)

    @OptionGroup var input: InputOptions
    @Option(
      help: ArgumentHelp(
        "Studies, by the names of their files, whose clocks do not show the time of day.",
        valueName: "name"))
    var withoutClock: [String] = []
    @Option(name: .shortAndLong, help: "The file to write.")
    var output: String?
    @Flag(help: "Forecast each study by a model of the others, and print how good that is.")
    var evaluate = false
    @Option(help: "With --evaluate, test each so many moments only.")
    var every = 1
    @Option(
      help: ArgumentHelp(
        "With --evaluate, studies to forecast, by the names of their files; all unless given.",
        valueName: "name"))
    var only: [String] = []

    func validate() throws {
      guard evaluate != (output != nil) else {
        throw ValidationError("Say either --output or --evaluate.")
      }
      guard every > 0 else { throw ValidationError("--every is a positive number.") }
    }

    func run() throws {
      try orFail {
        let studies = try studies()
        if evaluate {
          let asked = studies.indices.filter { only.isEmpty || only.contains(studies[$0].name) }
          try OutputOptions.print(try PretrainedEvaluation(studies, of: asked, every: every).text)
          return
        }
        guard let output else { return }
        try OutputOptions.write(Self.learned(from: studies).bytes, to: output)
      }
    }

    /// A prior, or the reason why there is none.
    static func learned(from studies: [PretrainedModels.Study]) throws -> PretrainedModels {
      do {
        return try PretrainedModels.trained(on: studies)
      } catch {
        throw Failure(.refused, "no model. \(error)")
      }
    }

    private func studies() throws -> [PretrainedModels.Study] {
      var studies: [PretrainedModels.Study] = []
      for source in try input.read() {
        let name = URL(filePath: source.file).deletingPathExtension().lastPathComponent
        if studies.last?.name != name {
          studies.append(
            PretrainedModels.Study(name: name, people: [], hasClock: !withoutClock.contains(name)))
        }
        studies[studies.count - 1].people.append(source.subject.recording.series)
      }
      let named = withoutClock + only
      if let stranger = named.first(where: { name in !studies.contains { $0.name == name } }) {
        throw Failure(.data, "no file is called \(stranger.shownOnTerminal).")
      }
      return studies
    }
  }
#endif
