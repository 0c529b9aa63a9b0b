# a define holds no class
define a() { class b { } }
