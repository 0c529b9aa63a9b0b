class c(M::Port $p = 80, Environment::E $e = "x", M::Sub::T $t = [1]) { notice($p, $e, $t) }
include c
notice(M::Port, 5 =~ M::Port, type(M::Sub::T))