@_exported import GlucoseTestSupport
@_exported import PredictionTestSupport
