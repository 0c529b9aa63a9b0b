# Virtual: exported splat bad
@@notify { 'a': * => 1 }
