define d($noop, $require) { }
d { 'a': }
