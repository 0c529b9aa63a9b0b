# each parameter once
class a($x, $y, $x) { }
define b($x, $x, $x) { }
function c($x, $x) { }
