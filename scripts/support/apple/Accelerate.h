// The functions of Accelerate that are called, with the types of its older interface: 32-bit integers, and pointers
// without "const" in those of LAPACK.
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 };
enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 };
typedef int __CLPK_integer;
typedef double __CLPK_doublereal;
void cblas_dgemm(
  const enum CBLAS_ORDER, const enum CBLAS_TRANSPOSE, const enum CBLAS_TRANSPOSE, const int, const int, const int,
  const double, const double *, const int, const double *, const int, const double, double *, const int);
void cblas_dsyrk(
  const enum CBLAS_ORDER, const enum CBLAS_UPLO, const enum CBLAS_TRANSPOSE, const int, const int, const double,
  const double *, const int, const double, double *, const int);
int dpotrf_(char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *);
int dpotrs_(
  char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
  __CLPK_integer *, __CLPK_integer *);
