# Virtual: exported override
@@notify { 'a': }
Notify <<| title == 'a' |>> { message => 'o' }
