define lc::d($local) { notice(m::ar('local'), m::ar('res'), m::ar('to_s')) }
