function app::fact(Integer $n) >> Integer { if $n < 2 { 1 } else { $n * app::fact($n - 1) } }
