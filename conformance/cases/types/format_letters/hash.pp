# spec: 000 "Hash & Struct to String"
['%h', '%#h', '%s', '%#s', '%p', '%#p', '%a', '%#a'].each |$f| { notice($f, ': ', String({a => [1], 'b' => {c => 2}}, $f)) }
