// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The color scale of means, from far below to far above the target range.
struct HeatScale {
  let bands: RangeBands
  let palette: ChartPalette

  /// The distance in mg/dL from the edge of the target range to the next edge, or approximately its
  /// distance in the consensus bands if there is no next edge.
  private var stepAbove: Double {
    max((bands.veryHigh?.mgdL ?? bands.high.mgdL * 1.4) - bands.high.mgdL, 1)
  }
  private var stepBelow: Double {
    max(bands.low.mgdL - (bands.veryLow?.mgdL ?? bands.low.mgdL * 0.75), 1)
  }

  /// The concentrations at which the colors reach their full strength, at least 1 mg/dL.
  var ends: (low: Glucose, high: Glucose) {
    (
      .mgdL(max(bands.low.mgdL - 2 * stepBelow, 1)), .mgdL(bands.high.mgdL + 2 * stepAbove)
    )
  }

  /// Returns the strength of the color: 0 in the target range, edges included; 1 far above it and -1
  /// far below. Just outside of the target range it is a third.
  func strength(of glucose: Glucose) -> Double {
    if glucose > bands.high {
      return min((1 + (glucose.mgdL - bands.high.mgdL) / stepAbove) / 3, 1)
    }
    if glucose < bands.low {
      return -min((1 + (bands.low.mgdL - glucose.mgdL) / stepBelow) / 3, 1)
    }
    return 0
  }

  /// Returns the color of a mean and its opacity over the background.
  func fill(of glucose: Glucose) -> (color: ChartColor, opacity: Double) {
    let strength = strength(of: glucose)
    if strength == 0 { return (palette.target, 1) }
    return (strength < 0 ? palette.lowAccent : palette.highAccent, abs(strength))
  }
}
