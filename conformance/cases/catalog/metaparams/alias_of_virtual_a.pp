# Metaparams: alias of virtual a
@notify { 'a': } notify { 'b': }
Notify['a'] { alias => 'b' }
