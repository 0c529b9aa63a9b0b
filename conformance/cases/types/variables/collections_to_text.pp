# spec: 000 "Hash to String", "Array to String"
$h = {a => 1, 'b c' => [1, 'x', undef, true], 3 => {d => 1.5}, undef => default, [1] => /x/}
notice("${h}", "${[]}", "${{}}", "${[1, [2, [3]], {a => []}] }", "${['a', "b'c", 'd"e', '']}", "${[Integer, File['a'], Sensitive(1), SemVer('1.0.0'), Timespan(1)]}")
