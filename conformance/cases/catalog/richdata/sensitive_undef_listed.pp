# Sensitive parameters are listed in their own order, those of undef too
exec { '/bin/a': returns => Sensitive([1]), timeout => 3, command => Sensitive(undef), path => Sensitive('x') }
notify { 'b': withpath => Sensitive(true), message => Sensitive(undef) }
define d($one, $two = Sensitive(undef), $three = Sensitive(3)) { }
d { 'c': one => Sensitive(1) }
