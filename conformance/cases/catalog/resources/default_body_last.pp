# Resources: default body last
notify { 'a': ; default: message => 'd' }
