# Defines: a default that is no value of an attribute
class k {
define d($a = 1,
  $p = Resource['class']) { notice($p) } k::d { q: } }

include k
