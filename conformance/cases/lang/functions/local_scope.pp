# spec: 003 "Rules for Non Internal Functions": a function does not see the calling scope
$top = 'top'
function f() { $local }
class c { $local = 1 notice(f()) }
include c
