# Virtual: exported checks j
@@notify { 'x': message => File }
