// SPDX-License-Identifier: Apache-2.0
var bytes: [UInt8] { fatalError() }
var locals: [Double] { fatalError() }
