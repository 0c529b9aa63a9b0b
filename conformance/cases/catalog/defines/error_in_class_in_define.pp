# Defines: error in class in define
define a { include k }
class k { notice($nope) }
a { 'x': }
