# Resources: alias number
notify { 'a': alias => 5 } notify { 'b': require => Notify['5'] }
