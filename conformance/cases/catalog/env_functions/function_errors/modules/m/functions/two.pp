function m::two() { 1 }
function m::three() { 1 }