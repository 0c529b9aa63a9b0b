type T = Object[{ attributes => { a => String, k => { type => Integer, kind => constant, value => 42 } }, constants => { 'm' => 'mm' } }]
notice(T('x').k, T('x').m, T('x'))
