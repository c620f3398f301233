#if CommandLine
  import ArgumentParser
  import GlucoseStudy

  struct UnitOptions: ParsableArguments {
    @Option(
      help: "The unit: mg/dL or mmol/L (default: the file's, or mg/dL if unknown).",
      transform: InputOptions.unit)
    var unit: GlucoseUnit?

    /// Returns the unit in which a recording is shown: that of the option or of its file, or mg/dL
    /// if neither is known.
    func unit(for source: InputOptions.Source) -> GlucoseUnit { unit ?? source.unit ?? .mgdL }

    /// Returns the unit in which thresholds are exact: that of the recording's file or of the
    /// option, or mg/dL if neither is known.
    func thresholdUnit(for source: InputOptions.Source) -> GlucoseUnit {
      source.unit ?? unit ?? .mgdL
    }
  }

  struct PresentationOptions: ParsableArguments {
    /// Range bands as an option, with exact edges in a unit.
    enum Bands: String, ExpressibleByArgument, CaseIterable {
      case consensus, tight, older, pregnancy, arises

      func bands(in unit: GlucoseUnit) -> RangeBands {
        switch self {
        case .consensus, .older: .consensus(in: unit)
        case .tight: .tight(in: unit)
        case .pregnancy: .pregnancy(in: unit)
        case .arises: .arises(in: unit)
        }
      }

      /// The population whose targets use the bands, or `nil` if there is none.
      var population: TargetPopulation? {
        switch self {
        case .consensus, .tight: .adults
        case .older: .olderOrHighRisk
        case .pregnancy: .pregnancy
        case .arises: nil
        }
      }
    }

    @OptionGroup var units: UnitOptions

    @Option(
      help: ArgumentHelp(
        "The range bands: consensus (70–180), tight (70–140), older (70–180, with the targets of "
          + "older and high-risk people), pregnancy (63–140), arises (4–10 mmol/L). Edges are exact in the file's unit, or in --unit if unknown."
      ))
    var bands: Bands = .consensus

    /// Returns the bands of a recording, with exact edges in the unit of its file.
    func bands(for source: InputOptions.Source) -> RangeBands {
      bands.bands(in: units.thresholdUnit(for: source))
    }
  }

  struct SmoothingOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The minutes over which the curves of the profile are smoothed, from 0 for none to 240 "
          + "(default: 60).",
        valueName: "minutes"))
    var smoothing: Int?

    var window: Duration { .seconds(60 * (smoothing ?? 60)) }

    func validate() throws {
      guard (0...240).contains(smoothing ?? 60) else {
        throw ValidationError("--smoothing must be from 0 to 240.")
      }
    }
  }
#endif
