// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import GlucoseKit

  /// How a command shows concentrations.
  struct PresentationOptions: ParsableArguments {
    /// The range bands a user can choose, each exact in the unit shown.
    enum Bands: String, ExpressibleByArgument, CaseIterable {
      case consensus, tight, older, pregnancy, arises

      func bands(in unit: GlucoseUnit) -> RangeBands {
        switch self {
        case .consensus: .consensus(in: unit)
        case .tight: .tight(in: unit)
        case .older: .olderOrHighRisk(in: unit)
        case .pregnancy: .pregnancy(in: unit)
        case .arises: .arises(in: unit)
        }
      }

      /// The people whose targets belong to the bands, if any do.
      var population: TargetPopulation? {
        switch self {
        case .consensus, .tight: .adults
        case .older: .olderOrHighRisk
        case .pregnancy: .pregnancy
        case .arises: nil
        }
      }
    }

    @Option(
      help: "mg/dL or mmol/L. The file's unit, unless given.", transform: InputOptions.unit)
    var unit: GlucoseUnit?

    @Option(
      help: ArgumentHelp(
        "The range bands: consensus (70–180), tight (70–140), older, pregnancy (63–140), arises "
          + "(4–10 mmol/L)."))
    var bands: Bands = .consensus

    /// The unit to show a recording in.
    func unit(for source: InputOptions.Source) -> GlucoseUnit { unit ?? source.unit ?? .mgdL }

    /// The bands to classify a recording with: those of the unit its readings were written in.
    func bands(for source: InputOptions.Source) -> RangeBands {
      bands.bands(in: source.unit ?? unit ?? .mgdL)
    }
  }
#endif
