// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  extension Forecaster {
    /// The model of one person, fitted to nobody else, or, where there is too little for one, the model
    /// that ships, adapted to what there is, which is told on standard error.
    static func ownOrShipped(
      of recording: Recording, in zone: TimeZone, called name: String
    ) throws -> Forecaster {
      do throws(FitError) {
        return try own(of: recording, in: zone)
      } catch {
        guard case .tooFewRows = error.reason else { throw error }
        let series = recording.series
        let model = try prior(for: series, zone: zone)
        StandardError.print(
          "\(name): too little for a model of its own. The forecast is that of the model that ships, "
            + "for \(SensorKind(of: series)?.words ?? "its sensor"), adapted to "
            + "\(series.count) readings.")
        return model.personalised(to: series)
      }
    }
  }
#endif
