# statements are no targets either
if true {} = 1
unless true {} = 1
case 1 { 1: {} } = 1
1 ? { 1 => 2 } = 1
