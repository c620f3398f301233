// SPDX-License-Identifier: Apache-2.0
// The functions of glucose.h are implemented in Swift, in the target GlucoseC.
#include "glucose.h"

#if defined(__GLIBC__)
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

// Foundation calls this function, which the C library has only from version 2.36. This one is in the library
// alone, so that the wheel is also for systems with an older one.
__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t number = 0;
  ssize_t count;
  do {
    count = getrandom(&number, sizeof number, 0);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof number) abort();
  return number;
}
#endif
