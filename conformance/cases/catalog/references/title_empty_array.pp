notify { []: message => 'none' }
notice('fine')
