# Defines: break in define
define a { break() }
a { 'x': }
