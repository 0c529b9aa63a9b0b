@file { '/x': } notify{['a','b','c','d']:} Notify['a'] -> File<| title == 'zz' |> -> Notify['b']
