# spec: 000 "Integer"
notice(Integer(-5, 10, true), Integer({from => '-0x1f', radix => 16, abs => true}))
