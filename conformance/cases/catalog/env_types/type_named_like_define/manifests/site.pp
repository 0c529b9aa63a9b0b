notice({ a => 1 } =~ M::Check)
