# function return value
function a() >> 1 { }
