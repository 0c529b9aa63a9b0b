class c { $x = 'local' notify { inline_epp('x=<%= $x %> t=<%= $title %>'): } }
include c
