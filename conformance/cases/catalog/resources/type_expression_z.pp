# Resources: type expression z
@@notify { 'x': a => $nope }
