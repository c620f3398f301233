#if CommandLine
  public import ArgumentParser
  public import GlucoseStudy

  enum PaletteName: String, ExpressibleByArgument, CaseIterable {
    case arises, dark, agp
    case colorBlindSafe = "color-blind-safe"

    var palette: ChartPalette {
      switch self {
      case .arises: .arises
      case .dark: .dark
      case .agp: .agp
      case .colorBlindSafe: .colorBlindSafe
      }
    }
  }

  extension RecordingPicture.Kind: ExpressibleByArgument {}
  extension ReportPage.Paper: ExpressibleByArgument {}

  enum ConventionName: String, ExpressibleByArgument, CaseIterable {
    case clinical, iglu

    var convention: MetricConvention { self == .clinical ? .clinical : .iglu }
  }
#endif
