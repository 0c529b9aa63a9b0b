# Virtual: realize define inside define
define d { @e { "e$title": } realize(E["e$title"]) }
define e { notify { $title: } }
d { ['a', 'b']: }
