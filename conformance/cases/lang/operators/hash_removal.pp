# spec: 004 "- (removal), hashes": keys of a hash, of an array, a key
$h = {a => first, b => second, c => 17}
notice($h - c, $h - [c, a], $h - {c => 17, a => 'something else'}, $h - {a => a, d => d}, $h - 'A', $h)
