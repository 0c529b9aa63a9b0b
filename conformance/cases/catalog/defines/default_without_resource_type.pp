# Defines: a default that is no value of an attribute
define d($a = 1,
  $p = Resource) { notice($p) }

d { x: }
