class m::k::l { notice("l") }
