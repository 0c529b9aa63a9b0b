# defines have rules
define A() { }
define b-c() { }
define ::d() { }
define _e() { }
