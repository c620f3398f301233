// SPDX-License-Identifier: Apache-2.0
// The functions of glucose.h are implemented in Swift, in the target GlucoseC.
#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#endif

#include "glucose.h"

// What the Swift runtime, Foundation and libgcc use of versions of glibc after 2.34 is in the library itself, so
// that the wheel is also for systems with 2.34: Red Hat Enterprise Linux 9, Amazon Linux 2023.
#if defined(__GLIBC__)
#define HIDDEN __attribute__((visibility("hidden")))

/// OpenBLAS calls this function in the place of its own, by an option of the linker in scripts/python, for the number
/// of its threads: work is divided by the callers.
HIDDEN int __wrap_openblas_num_threads_env(void) { return 1; }

/// Foundation calls this function, of glibc 2.36.
HIDDEN uint32_t arc4random(void) {
  uint32_t number = 0;
  ssize_t count;
  do {
    count = getrandom(&number, sizeof number, 0);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof number) abort();
  return number;
}

/// These functions got another version in glibc 2.35, which sets no `errno`.
#if defined(__x86_64__)
#define EARLIEST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define EARLIEST "GLIBC_2.17"
#endif
#if defined(EARLIEST)
__asm__(".symver glucose_earlier_hypot, hypot@" EARLIEST);
__asm__(".symver glucose_earlier_hypotf, hypotf@" EARLIEST);
extern double glucose_earlier_hypot(double x, double y);
extern float glucose_earlier_hypotf(float x, float y);
HIDDEN double hypot(double x, double y) { return glucose_earlier_hypot(x, y); }
HIDDEN float hypotf(float x, float y) { return glucose_earlier_hypotf(x, y); }
#endif

#if defined(DLFO_STRUCT_HAS_EH_DBASE)
struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

static int find(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  uintptr_t end = 0, start = UINTPTR_MAX, table = 0;
  int is_inside = 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t first = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD) {
      if (first < start) start = first;
      if (first + header->p_memsz > end) end = first + header->p_memsz;
      if (search->address >= first && search->address < first + header->p_memsz) is_inside = 1;
    } else if (header->p_type == PT_GNU_EH_FRAME) {
      table = first;
    }
  }
  if (!is_inside || !table) return is_inside ? -1 : 0;
  memset(search->found, 0, sizeof *search->found);
  search->found->dlfo_map_start = (void *)start;
  search->found->dlfo_map_end = (void *)end;
  search->found->dlfo_eh_frame = (void *)table;
  return 1;
}

/// The unwinder of exceptions calls this function, of glibc 2.35.
HIDDEN int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(find, &search) == 1 ? 0 : -1;
}
#endif
#endif
