# spec: 003 "Defining the Block Parameter": a block must take what it is called with, any block that does is fine
notice([1].reduce(2) |Integer $x, Integer $y| { $x + $y }, assert_type(String, 1) |Type $t, $u| { "${t}, ${u}" })
notice(assert_type(String, 1) |Integer $t, Integer $u| { $t })
