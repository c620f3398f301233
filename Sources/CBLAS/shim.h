// Debian and Ubuntu: apt-get install libopenblas-dev liblapacke-dev
#include <cblas.h>
#include <lapacke.h>
