# spec: 000 "Use of Sensitive values in Resources"
notify { 'a': message => Sensitive('secret') }
notify { 'b': message => "it is ${Sensitive('secret')}" }
notice(Notify['a'] =~ Resource)
notify { [Sensitive('t')]: }
