# Defaults: define own
define d { File { owner => "o$title" } file { "/$title": } }
File { owner => 'top', mode => '0600' }
d { ['x', 'y']: }
