notice(String([1, [2, { a => 3 }]], { Array => { format => '%(a', separator => ' ' }, Hash => '%<h', Integer => '%03d' }))
notice(String([1, 'x', undef, 2.5], { Integer => '%#x', String => '%p', Float => '%.2f', Undef => '%n' }), String(['a', ['b']], '%#a'), String([1, 2, 3], '%#5a'))
notice(String([], '%a'), String([[]], '%#a'), String([1, 2], { Array => { format => '%[a', separator => ';', string_formats => { Integer => '%x' } } }))
