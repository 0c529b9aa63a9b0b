# Virtual: exported checks h
define d { fail('x') }
@@d { 'x': }
