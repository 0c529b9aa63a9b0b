define d(Sensitive[String] $s, $plain = 'x') { file { "/${title}": content => $s, mode => '0600' } }
d { 'a': s => Sensitive('top') }
notify { 'n': message => "in ${Sensitive('text')}" }
user { 'u': password => Sensitive('pw'), comment => ['x', Sensitive('y')] }
