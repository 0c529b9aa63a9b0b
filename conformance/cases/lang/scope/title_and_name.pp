define d($p = $title) { notice($title, $name, $p) }
class c { notice($title, $name, $module_name, $caller_module_name) }
d { 'one': }
d { 'two': p => 'given' }
include c
