# Resources: alias override
notify { 'a': alias => 'z' } Notify['z'] { message => 'm' }
