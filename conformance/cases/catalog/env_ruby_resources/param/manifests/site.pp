file { '/a': ensure => file, mode => '0644' }
notice(m::t('r = catalog.resource("File[/a]"); r[:owner] = "me"; r["group"] = "g"; r[:mode] = "0600"; [r[:owner], r["owner"], r[:mode], r[:nope], r[:title], r[:name], r[:path]]'))
notice(m::t('catalog.resource("File", "/a").to_hash'))
notice(m::t('catalog.resource("File", "/a").parameters.map { |k, v| [k.inspect, v.class.to_s, v.name.inspect, v.value, v.file.to_s[/site.*/], v.line, v.add.inspect].join(" ") }'))
