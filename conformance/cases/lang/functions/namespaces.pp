# spec: 003 "Autoloading": manifests define functions in any namespace
function a::b::c($x) { $x + 1 }
notice(a::b::c(1), 1.a::b::c)
