notice(epp('m/bad.epp', { x => 1 }))
