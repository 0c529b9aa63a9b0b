# Resources: attr sensitive nested
notify { 'a': message => Sensitive(Sensitive('x')) }
notify { 'b': message => [Sensitive('x')] }
notify { 'c': message => Sensitive(['x', Sensitive('y')]) }
notify { 'd': message => Sensitive(undef) }
notify { 'e': message => Sensitive({ a => Notify['a'] }) }
