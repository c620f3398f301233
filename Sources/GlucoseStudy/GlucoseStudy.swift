@_exported public import GlucoseCohort
@_exported public import GlucoseKit
@_exported public import GlucoseSimulation
@_exported public import PredictionEvaluation
