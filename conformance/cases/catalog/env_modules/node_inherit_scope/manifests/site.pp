$t = "top"
node "a.example.com" { $n = "node" include m m::d { "x": } }