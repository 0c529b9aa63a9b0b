# only false and undef are false
$vs = [true, false, undef, '', 'false', 0, 0.0, [], {}, default, /x/, Undef]
$vs.each |$v| { if $v { notice("yes ${v}") } else { notice("no ${v}") } }
