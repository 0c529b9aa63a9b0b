# Tags: dup
notify { 'notify': tag => ['notify', 'notify'] }
