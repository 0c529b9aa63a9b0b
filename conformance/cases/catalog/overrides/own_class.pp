class c { notify { 'a': message => 'orig' } Notify['a'] { message => 'z' } }
include c
