define d { Notify { message => "in $title" } notify { $title: } e { "e $title": } }
define e { notify { $title: } }
d { ['x', 'y']: }
