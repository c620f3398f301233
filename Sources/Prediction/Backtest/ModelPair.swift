// SPDX-License-Identifier: Apache-2.0

internal import Diary

/// A model without events and, where they are asked for, one with them.
struct ModelPair: Sendable {
  let plain: Forecaster
  let knowing: Forecaster?

  init(_ people: [Recording], _ options: FitOptions) throws(FitError) {
    plain = try Forecaster.fit(people, options.withoutEvents)
    // A model of events has more to learn: where there is too little for it, the other is enough. What else can
    // be wrong was told by the first fit.
    knowing = options.usesEvents ? try? Forecaster.fit(people, options) : nil
  }

  init(_ people: [Recording], _ options: FitOptions, tasks: Int?) async throws {
    plain = try await Forecaster.fit(
      people, options.withoutEvents, tasks: tasks, progress: { _ in })
    do {
      knowing =
        options.usesEvents
        ? try await Forecaster.fit(
          people, options, tasks: tasks, progress: { _ in }) : nil
    } catch is FitError {
      // As above.
      knowing = nil
    }
  }
}

extension FitOptions {
  /// The same for a model that does not know what was logged.
  fileprivate var withoutEvents: FitOptions {
    var options = self
    options.usesEvents = false
    return options
  }
}
