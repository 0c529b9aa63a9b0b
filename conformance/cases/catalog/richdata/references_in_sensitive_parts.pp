# Rich data: references in a Sensitive
notify { t: } notify { r: message => Sensitive(Notify[t]) } notify { s: message => [Sensitive(Notify[t]), Sensitive({Class['a'] => [Notify[t]]})] }
