# Defaults: function
function f() { Notify { message => 'f' } }
f()
notify { 'a': }
