# Resources: access title
notify { 'a': }
notice(Notify['a']['title'])
