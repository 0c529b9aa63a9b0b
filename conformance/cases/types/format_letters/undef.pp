# spec: 000 "Undef to String"
['%s', '%#s', '%p', '%#p', '%n', '%#n', '%d', '%#d', '%x', '%#x', '%e', '%#e', '%f', '%#f', '%v', '%#v', '%V', '%#V', '%u', '%#u'].each |$f| { notice($f, ': ', String(undef, $f)) }
