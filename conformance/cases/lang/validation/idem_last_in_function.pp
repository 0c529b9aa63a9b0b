# the last of a function is its value
function a() { 1 }
notice(a())
