notify { 'a': message => 'm' }
file { '/f': ensure => file }
notice(m::t('r = catalog.resource("Notify[a]"); r[:tag] = "t5"; r.tags.to_a'))
notice(m::t('r = catalog.resource("File[/f]"); r[:tag] = ["t6", "t7"]; r[:require] = "Notify[a]"; r[:nope] = 3; r.to_hash'))
