# Virtual: exported class error order
@@notify { 'a': nope => 'x' }
