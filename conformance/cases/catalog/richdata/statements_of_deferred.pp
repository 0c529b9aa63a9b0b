# spec: 000 "Deferred Type", "Use of Sensitive values in Resources"
notify { 'a': message => Deferred('split', ['a,b', ',']) }
notify { 'b': message => Sensitive('secret') }
notify { 'c': message => Sensitive(Deferred('upcase', [Deferred('downcase', ['A'])])) }
notify { 'd': message => [Deferred('new', [Timestamp]), 'x'], loglevel => Deferred('join', [['e', 'rr']]) }
$n = 2
notify { 'e': message => Deferred('f', [$n + 1, { k => Deferred('$facts', ['a']) }]) }
