# Virtual: exported basic
@@notify { 'a': message => 'x' }
Notify <<| |>>
