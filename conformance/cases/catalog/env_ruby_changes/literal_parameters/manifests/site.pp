class c($p, $q = ['dflt', "dq"], $r = { a => 'b' }) { notice(m::fr($p, $q, $r)) notice($p[0].m::fr, $r['a'].m::fr) }
class { 'c': p => ['given', "dq"] }
define dd($p, $q = 'sq') { notice(m::fr($p, $q)) }
dd { "t": p => 'given' }
dd { "u": p => "given" }
create_resources('dd', { 'v' => { 'p' => 'cr' } }, { 'q' => 'def' })
notify { 'n': message => 'sq' }
notice(inline_template('<%= scope.catalog.resource("Notify[n]")[:message].frozen? %>'))
