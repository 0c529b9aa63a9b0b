function m::helper($n) { "-${n}" }
