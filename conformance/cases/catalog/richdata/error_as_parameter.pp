# Rich data: an Error cannot be written
define d($p) { notify { n: message => $p } }
d { x: p => Error('m') }
