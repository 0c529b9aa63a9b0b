# Virtual: exported undefined var
@@notify { 'a': message => $nope }
