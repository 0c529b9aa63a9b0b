# Defines: reserved title
define d($title) { }
d { 'x': }
