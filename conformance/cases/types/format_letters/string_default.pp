# spec: 000 "String to String": s at the top, p within containers
notice(String('a'), String(['a']), String({'a' => 'b'}), String([['a']]), String('a', '%s'), String(['a'], '%a'), String({'a' => 'b'}, '%h'))
notice(String('a', '%x'))
