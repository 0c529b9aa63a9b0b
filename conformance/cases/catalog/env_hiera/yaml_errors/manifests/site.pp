# What is wrong with files of data
notice(lookup('k', { default_value => 'default' }))
