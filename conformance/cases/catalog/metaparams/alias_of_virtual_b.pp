# Metaparams: alias of virtual b
@notify { 'a': } notify { 'b': }
Notify['a'] { name => 'b' }
