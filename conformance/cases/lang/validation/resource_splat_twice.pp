# one splat for each body
notify { 'a': * => {}, * => {}; 'b': * => {}, message => 'x', * => {} }
