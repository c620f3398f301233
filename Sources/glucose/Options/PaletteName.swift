// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import GlucoseKit

  /// A palette as an option.
  enum PaletteName: String, ExpressibleByArgument, CaseIterable {
    case arises, dark
    case colorBlindSafe = "color-blind-safe"

    var palette: ChartPalette {
      switch self {
      case .arises: .arises
      case .dark: .dark
      case .colorBlindSafe: .colorBlindSafe
      }
    }
  }
#endif
