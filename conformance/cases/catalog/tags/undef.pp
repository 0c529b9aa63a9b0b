# Tags: undef
notify { 'a': tag => undef }
