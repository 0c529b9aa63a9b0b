# Functions: odd titles and aliases o
define d { notice($title, $name, type($title)) notify { "x$title": } }
create_resources(d, { 1 => { } })
