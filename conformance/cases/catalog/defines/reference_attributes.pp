define d($p = 'dflt', $q = 'q') { notify { $title: message => $p } }
d { 'a': q => 'given' }
notice(D['a']['q'], D['a']['p'], Notify['later']['message'])
notify { 'later': }
