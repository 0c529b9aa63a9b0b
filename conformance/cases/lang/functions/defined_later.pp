# spec: 003 "Autoloading": a function defined later in the manifest
notice(later(1), a::b::c::deep())
function later($x) { $x + 1 }
function a::b::c::deep() { 'deep' }
