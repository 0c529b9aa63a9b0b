# Defines: multiple bodies default
define d($a, $b, *$c) { }
