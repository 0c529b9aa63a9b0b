# spec: 000 "Deferred Type": a Deferred in a resource, in Sensitive, as a title
notify { 'a': message => Deferred('f', [1]) }
notify { 'b': message => Sensitive(Deferred('f', [1])) }
notify { Deferred('f', [1]): }
