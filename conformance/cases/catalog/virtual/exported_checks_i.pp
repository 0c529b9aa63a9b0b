# Virtual: exported checks i
define d($a) { }
@@d { 'x': }
@d { 'y': }
