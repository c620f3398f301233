// SPDX-License-Identifier: Apache-2.0

@_exported public import GlucoseCohort
@_exported public import GlucoseKit
@_exported public import GlucoseSimulation
@_exported public import PredictionEvaluation
