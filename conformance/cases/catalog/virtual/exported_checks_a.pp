# Virtual: exported checks a
@@notify { 'a': require => Notify['nope'] }
