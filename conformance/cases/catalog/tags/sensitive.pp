# Tags: sensitive
notify { 'a': tag => Sensitive('x') }
