# spec: 001 "Short forms": keywords with methods
$inherits = 'base'
$if = 'i'
notice("Inheriting ${$inherits.upcase}.", "${inherits}", "${$if}")
