class m::c(Integer $p = "x") { notify { "c": } }
