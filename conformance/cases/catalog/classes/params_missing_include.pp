# Classes: params missing include
class c(Integer $i, String $s) { }
include c
