# Overrides: with defaults l
Notify { message => 'x' }
Notify[a] { message => undef }
notify { 'a': }
