// SPDX-License-Identifier: Apache-2.0
// The functions of glucose.h are implemented in Swift, in the target GlucoseC.
#include "glucose.h"
