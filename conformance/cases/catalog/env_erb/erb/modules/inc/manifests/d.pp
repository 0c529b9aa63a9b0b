define inc::d($local = 'dl') { notice(template('m/vars.erb')) notify { "${title}-n": message => template('m/vars.erb') } }
