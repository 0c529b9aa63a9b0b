# Files of JSON, good and bad
notice(lookup('k', { default_value => 'default' }))
