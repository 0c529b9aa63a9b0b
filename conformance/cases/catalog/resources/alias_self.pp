# Resources: alias self
notify { 'a': alias => 'a' }
