# Virtual: exported checks g
@@file { 'r': nope => 1 }
