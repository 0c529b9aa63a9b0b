class m::inc2 { notice('inc2') }
