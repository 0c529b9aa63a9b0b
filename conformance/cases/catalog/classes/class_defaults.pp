# Classes: class defaults
class foo($a = 1) { notice($a) }
Class { a => 5 }
include foo
