notice('abc123'.match(/([a-z]+)(\d+)/), 'abc'.match('b'), match('abc', /z/), match(['ab', 'xb'], /(.)b/), 'abc'.match([/z/, /b/]), 'ab'.match(Pattern[/(a)/]))
