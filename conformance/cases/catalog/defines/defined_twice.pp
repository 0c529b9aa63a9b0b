define a() { }
define a() { }
