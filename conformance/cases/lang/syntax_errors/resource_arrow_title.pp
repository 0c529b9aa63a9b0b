# resource arrow title
file { 'a' -> 'b': }
