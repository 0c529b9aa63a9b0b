function m::calling() { sprintf("%d", "x") }
