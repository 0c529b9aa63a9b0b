# Virtual: exported bad title2
@@notify { 1: }
