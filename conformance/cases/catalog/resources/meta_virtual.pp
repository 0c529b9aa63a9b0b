# Resources: meta virtual
notify { 'a': virtual => true }
