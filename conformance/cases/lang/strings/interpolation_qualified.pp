# spec: 001 "Short forms": names of classes
class myclass { $myvariable = 'v' }
include myclass
notice("$myclass::myvariable-${myclass::myvariable}-$::myclass::myvariable-${::myclass::myvariable.upcase}")
