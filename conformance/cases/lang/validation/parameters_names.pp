# parameters have rules
class a($A, $b::c, $_d) { }
[1].each |$E| { }
