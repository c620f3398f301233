// SPDX-License-Identifier: Apache-2.0
var model: SmoothingModel { fatalError() }
var comparison: SensorComparison { fatalError() }
