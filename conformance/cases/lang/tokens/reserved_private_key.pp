# private is reserved, as a key too
notice({ private => 1 })
