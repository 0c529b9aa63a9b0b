function h() { call('each', {a=>1}) |$y, $z| { return($y) } 3 }
notice(h())
