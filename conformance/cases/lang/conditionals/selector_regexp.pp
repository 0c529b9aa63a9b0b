notice('web12' ? { /^db/ => 'db', /^web(\d+)/ => "web ${1}", default => 'x' }, ['a'] ? { 'a' => 1, default => 2 })
notice('a' ? { 'A' => 'case', default => 'd' }, undef ? { '' => 'empty', undef => 'undef' }, 3 ? { default => 'first', 3 => 'three' })
