# spec: 003 "Creating a Function": the repeated parameter is the last
function f(*$a, $b) { $b }
