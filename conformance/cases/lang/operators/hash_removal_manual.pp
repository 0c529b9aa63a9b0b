# spec: 004 "- (removal), hashes": the examples
$h = {a => first, b => second, c => 17}
notice($h - c, $h - [c, a], $h - {c => 17, a => "something else"}, $h - {a => a, d => d}, $h - undef, $h - [[a]], $h)
