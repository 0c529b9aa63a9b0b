# spec: 001 "Short forms": match variables
if 'abc' =~ /(b)(c)/ { notice("$0 ${0} ${1}$2 ${$1.upcase}") }
