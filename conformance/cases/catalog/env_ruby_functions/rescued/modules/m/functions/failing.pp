function m::failing() { fail("no") }
