# Rich data: an Error in an object
type P = Object[{attributes => {x => Any}}]
notify { r: message => P(Error('m')) } notify { s: message => Deferred('f', [Error('m'), P(Error('m', 'k'))]) }
