create_resources('account', { require => Group['admin'] })
