$top = 'top'
class c { $local = 'local' d { 'x': } }
define d() { notice($top, $local) }
include c
