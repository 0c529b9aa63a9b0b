class m::e { fail("in e") }
