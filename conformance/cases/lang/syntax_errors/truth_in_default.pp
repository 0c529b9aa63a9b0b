# spec: 003 "Interpolation", a word of truth in a default is logged, too
function f($x = "${true}") { }
