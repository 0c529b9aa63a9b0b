# Resources: alias attr
notify { 'a': alias => 'z', message => 'q' } notice(Notify['z']['message'])
