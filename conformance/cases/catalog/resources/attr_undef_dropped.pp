# Resources: attr undef dropped
notify { 'a': message => undef, withpath => true }
