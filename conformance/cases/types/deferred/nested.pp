# spec: 000 "Deferred Type": what is deferred in arguments is resolved first, as deep as it is
notice(Deferred('join', [['a', [Deferred('upcase', ['b'])]], '-']).call, Deferred('flatten', [{a => Deferred('upcase', ['b'])}]).call)
notice(Deferred('unwrap', [Sensitive(Deferred('upcase', ['b']))]).call, Deferred('flatten', [[Sensitive(Deferred('upcase', ['b']))]]).call)
notice(Deferred('upcase', [Deferred('downcase', [Deferred('join', [['A', 'B']])])]).call)
notice(Deferred('flatten', [{Deferred('upcase', ['b']) => 1}]).call)
