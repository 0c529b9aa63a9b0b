# Defines: duplicate inside two
define a { notify { 'same': } }
a { ['x', 'y']: }
