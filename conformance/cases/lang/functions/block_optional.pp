# spec: 003 "Defining the Block Parameter": an optional block
notice(assert_type(Integer, 'x') |$e, $a| { "${e} ${a}" }, assert_type(Integer, 1))
