define d() { fail("in ${title}") }
d { 'x': }
