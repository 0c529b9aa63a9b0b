# spec: 004 "template"; constants in templates are those of Ruby
node module { notice(template('m/t.erb')) }
