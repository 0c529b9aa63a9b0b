# characters by their number
notice("\u0041\u00e9\u20ac \u{41} \u{1F600} \u{e9}")
notice(length("\u{1F600}"), "\u0041" == 'A')
notice('\u0041', "\\u0041")
$v = 'b'
notice("\u0041$v\u{43}")
