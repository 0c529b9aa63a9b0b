# the rest is for functions and lambdas
class a(*$x) { }
define b(*$x) { }
