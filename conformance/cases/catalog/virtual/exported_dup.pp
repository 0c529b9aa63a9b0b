# Virtual: exported dup
@@notify { 'a': }
@@notify { 'a': }
