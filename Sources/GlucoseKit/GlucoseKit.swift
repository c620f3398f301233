// SPDX-License-Identifier: Apache-2.0

@_exported public import DayChart
@_exported public import DaySummary
@_exported public import GlucoseDiary
@_exported public import GlucoseFiles
@_exported public import GlucoseLive
@_exported public import GlucoseLog
@_exported public import GlucoseMath
@_exported public import GlucoseSignals
@_exported public import Prediction
