# spec: 003 "Creating a Function": a required parameter does not follow an optional one
function f($a = 1, $b) { $b }
