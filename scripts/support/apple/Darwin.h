// The functions of the C mathematics library that are called.
double log(double);
double exp(double);
double erfc(double);
double sin(double);
double cos(double);
double log10(double);
double pow(double, double);
