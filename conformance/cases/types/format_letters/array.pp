# spec: 000 "Array & Tuple to String"
['%a', '%#a', '%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String([1, ['a'], {b => undef}], $f)) }
