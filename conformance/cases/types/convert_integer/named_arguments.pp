# spec: 000 "Integer"
notice(Integer({from => '12'}), Integer({from => '12', radix => 8}))
notice(Integer({from => '12', radix => undef}))
