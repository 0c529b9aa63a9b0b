# Virtual: exported dup attr
@@notify { 'a': message => 1, message => 2 }
