// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser

  /// The smoothing of the ambulatory glucose profile in pictures.
  struct SmoothingOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The minutes over which the curves of the profile are smoothed, from 0 for none to 240.",
        valueName: "minutes"))
    var smoothing = 60

    func validate() throws {
      guard (0...240).contains(smoothing) else {
        throw ValidationError("--smoothing must be from 0 to 240.")
      }
    }
  }
#endif
