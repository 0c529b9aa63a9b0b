# Rich data: references in types
type P = Object[{attributes => {x => Any}}]
notify { t: } notify { r: message => Type[Notify[t]] } notify { s: message => [Variant[Notify[t], Class['a']], Type[Class['a']]] } notify { u: message => P(Type[Notify[t]]) }
