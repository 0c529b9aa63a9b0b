# Tags: function in define
define d { tag('q', "z$title") notify { "n$title": } }
d { ['x', 'y']: }
