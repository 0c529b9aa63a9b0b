notice(template('m/bad.erb'))
