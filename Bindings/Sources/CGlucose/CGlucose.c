// The functions of glucose.h are implemented in Swift, in the target GlucoseC.
#include "glucose.h"

#if defined(__linux__)
/// OpenBLAS calls this function in the place of its own, by an option of the linker in scripts/python, for the number
/// of its threads: work is divided by the callers.
__attribute__((visibility("hidden"))) int __wrap_openblas_num_threads_env(void) { return 1; }
#endif
