function m::other() { 1 }
