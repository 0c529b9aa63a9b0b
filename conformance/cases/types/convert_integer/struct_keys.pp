# spec: 000 "Integer": named arguments
notice(Integer({from => '0b10'}), Integer({from => '0xff', radix => 16}), Integer({from => true}), Integer({from => -2.5, abs => true}))
notice(Integer({'radix' => 16}))
