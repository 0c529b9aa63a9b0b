# Defines: return value
define a { return(3) }
a { 'x': }
