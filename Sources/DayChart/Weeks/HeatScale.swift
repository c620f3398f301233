// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The colors of means, from far below the target to far above it.
struct HeatScale {
  let bands: RangeBands
  let palette: ChartPalette

  /// The distance in mg/dL from the edge of the target to the next edge; where the bands have none, to
  /// about where the consensus bands have it.
  private var stepAbove: Double {
    max((bands.veryHigh?.mgdL ?? bands.high.mgdL * 1.4) - bands.high.mgdL, 1)
  }
  private var stepBelow: Double {
    max(bands.low.mgdL - (bands.veryLow?.mgdL ?? bands.low.mgdL * 0.75), 1)
  }

  /// Where the colors reach their whole strength, no lower than 1 mg/dL.
  var ends: (low: Glucose, high: Glucose) {
    (
      .mgdL(max(bands.low.mgdL - 2 * stepBelow, 1)), .mgdL(bands.high.mgdL + 2 * stepAbove)
    )
  }

  /// From -1, far below the target, over 0, in its middle, to 1, far above it.
  func strength(of glucose: Glucose) -> Double {
    let middle = (bands.low.mgdL + bands.high.mgdL) / 2
    let isAbove = glucose.mgdL > middle
    // Without room between two edges the steps have no slope; any width above zero will do.
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
