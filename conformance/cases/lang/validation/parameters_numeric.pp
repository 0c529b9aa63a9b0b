# numbers are match variables
class a($1) { }
define b($0) { }
function c($01, $0x1) { }
[1].each |$1| { }
