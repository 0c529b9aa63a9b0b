# spec: 003 "Creating a Function": its closure is the global scope
$top = 'top'
function f() { $top }
class c { $top = 'class' notice(f()) }
include c
