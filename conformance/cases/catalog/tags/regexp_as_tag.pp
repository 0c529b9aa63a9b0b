# Tags: regexp as tag
tag(/a/, Binary('aGk='))
notify { 'a': }
