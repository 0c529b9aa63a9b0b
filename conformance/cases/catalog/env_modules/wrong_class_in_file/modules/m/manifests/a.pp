class m::zzz { notice("a") }
