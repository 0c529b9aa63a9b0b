# Resources: meta noop
notify { 'a': noop => true } notify { 'b': noop => 'maybe' }
