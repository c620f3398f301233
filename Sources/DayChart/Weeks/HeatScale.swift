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

  /// Returns the strength of the color: -1 far below the target range, 0 in its middle, 1 far
  /// above.
  func strength(of glucose: Glucose) -> Double {
    let middle = (bands.low.mgdL + bands.high.mgdL) / 2
    let isAbove = glucose.mgdL > middle
    // If two edges coincide, the step has no slope; any positive width is valid.
    let inside = max(abs((isAbove ? bands.high.mgdL : bands.low.mgdL) - middle), 1)
    let outside = isAbove ? stepAbove : stepBelow
    let distance = abs(glucose.mgdL - middle)
    let strength =
      distance <= inside
      ? distance / inside / 3 : (1 + (distance - inside) / outside) / 3
    return min(strength, 1) * (isAbove ? 1 : -1)
  }

  func color(of glucose: Glucose) -> ChartColor {
    let strength = strength(of: glucose)
    return (strength < 0 ? palette.lowAccent : palette.highAccent)
      .blended(over: palette.target, opacity: abs(strength))
  }
}
