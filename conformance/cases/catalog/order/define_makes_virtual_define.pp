# Order: define makes virtual define
define d { @e { $title: } }
define e { notice("e $title") }
E <| |>
d { ['x','y']: }
notice('m')
