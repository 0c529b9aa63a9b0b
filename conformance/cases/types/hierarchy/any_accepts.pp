# spec: 000 "Puppet Types"
notice([1, 'a', undef, default, Integer, /a/, [], {}].all |$v| { $v =~ Any })
