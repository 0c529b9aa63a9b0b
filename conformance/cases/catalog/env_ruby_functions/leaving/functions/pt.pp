function pt(Integer $x) { $x }
