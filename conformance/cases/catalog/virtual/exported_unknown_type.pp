# Virtual: exported unknown type
@@nope { 'a': }
