# Defines: reserved names
define d($name) { }
d { 'x': }
