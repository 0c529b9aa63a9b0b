# spec: 002 "Resource": the titles of literals in aliases and texts may be any value
type One = File[1]
type Many = Resource['file', [1, { a => true }]]
type Named = Struct[{ a => File[default] }]
notice([One, Many, Named])
notice(Type('Notify[1.5]') == Type('Notify[1.50]'), Type('Notify[1]') == Notify['1'])
notice(Type('Notify[a]') > Type('Notify[/a/]'), Notify > Type('Notify[/a/]'))
notice(type([Type('Notify[1]'), Notify['a']], 'reduced'))
notify { '1': }
-> notify { 'x': require => Type('Notify[1]') }
notice(defined(Type('Notify[1]')), defined(Type('Notify[2]')))
