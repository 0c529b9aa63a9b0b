notice(String({ a => 1, 2 => [3] }, { Hash => { format => '%[h', separator => ' ; ', separator2 => ': ' } }), String({ a => 1 }, '%a'), String({}, '%h'))
notice(String({ 'k' => 'v' }, '%s'), String({ 'k' => 'v' }, '%p'), String({ 'k' => { 'x' => undef } }, { Undef => '%v', Hash => '%(h' }))
