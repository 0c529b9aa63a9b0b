class lc { $local = 4 notice(m::ar('local'), m::ar('res'), m::ar('to_s')) lc::d { 'x': local => 9 } }
