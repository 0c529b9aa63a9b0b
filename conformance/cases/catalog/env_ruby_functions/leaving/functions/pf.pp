function pf($x) { fail("failing ${x}") }
