notice(m::services({ 'http' => { 'port' => 80 }, 'dns' => { 'port' => 53, 'protocols' => ['tcp', 'udp'], 'aliases' => ['named', 'bind', 'named'] } }, { 'web' => { 'port' => 80 }, 'other' => { 'port' => 53 } }))
notice(m::services({ 'http' => { 'port' => 80 }, 'dns' => { 'port' => 53, 'protocols' => ['tcp', 'udp'] } }, { 'web' => { 'port' => 80 }, 'other' => { 'port' => 53 } }, false))
notice(m::stack(1, [2, 'abc', { 'k' => 'v', 'l' => [true, undef] }]))
notice(m::stack())
