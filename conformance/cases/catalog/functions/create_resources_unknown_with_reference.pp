create_resources('account', { 'a' => { 'gid' => 1 }, require => Group['admin'] })
