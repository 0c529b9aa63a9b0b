# spec: 003 "closure_scope": top scope and facts, not the caller's locals
$top = 'top'
function f() { [$top, $::top, getvar('local'), getvar('top')] }
class c { $local = 'local' $top = 'mine' notice(f()) }
include c
