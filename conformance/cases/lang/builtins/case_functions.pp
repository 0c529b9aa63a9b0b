notice(upcase('straße'), downcase('ÄB'), capitalize('hello world'), camelcase('a_b_cd'), upcase(['a', ['b']]), downcase({ 'A' => 'B' }))
notice(capitalize(['ab', 'cd']), camelcase('_x__y_'), upcase(5), capitalize(''))
