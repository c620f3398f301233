// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import GlucoseStudy

  /// A palette as an option.
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

  /// A size of paper as an option.
  enum PaperName: String, ExpressibleByArgument, CaseIterable {
    case a4, letter

    var paper: ReportPage.Paper {
      switch self {
      case .a4: .a4
      case .letter: .letter
      }
    }
  }

  /// A convention as an option.
  enum ConventionName: String, ExpressibleByArgument, CaseIterable {
    case clinical, iglu

    var convention: MetricConvention {
      switch self {
      case .clinical: .clinical
      case .iglu: .iglu
      }
    }
  }
#endif
