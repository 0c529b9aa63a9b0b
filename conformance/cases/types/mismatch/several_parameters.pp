define d(Integer $a, String[3] $b, Optional[Boolean] $c = undef) { }
d { 'x': a => 'one', b => 'xy', c => 'no', e => 1 }
