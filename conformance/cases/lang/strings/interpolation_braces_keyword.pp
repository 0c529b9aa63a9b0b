# spec: 001 "Short forms": a name that is a keyword needs its dollar
$inherits = 'in'
notice("Inheriting ${$inherits.upcase}.")
notice("Inheriting ${inherits.upcase}.")
