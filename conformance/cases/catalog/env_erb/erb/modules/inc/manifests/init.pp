class inc($p = 'pp') { $local = 'incl' notice(template('m/vars.erb')) }
