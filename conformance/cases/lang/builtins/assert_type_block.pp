notice(assert_type(Integer, 5), assert_type('String[1]', 'x'), assert_type(Integer, 'x') |$want, $have| { "${want} ${have}" })
assert_type(Array[Integer], [1, 'a'])
