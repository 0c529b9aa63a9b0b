# Resources: access name
notify { 'a': }
notice(Notify['a']['name'])
