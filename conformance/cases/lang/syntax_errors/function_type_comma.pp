# function type comma
function a(Enum[a,] $x) { }
