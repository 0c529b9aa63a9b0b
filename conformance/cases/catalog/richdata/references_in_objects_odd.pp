# Rich data: references of all kinds in objects
type P = Object[{attributes => {x => Any}}]
notify { r: message => P([Class, Resource, Resource['file'], Class['a::b'], Resource['nope', 'x']]) }
