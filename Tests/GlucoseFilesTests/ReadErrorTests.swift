// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseFiles
import Testing

struct ReadErrorTests {
  @Test func theLocalizedDescriptionIsTheSentence() {
    let error = ReadError(.unknownFormat, line: 3, expected: "a header")
    #expect((error as any Error).localizedDescription == error.description)
  }
}
