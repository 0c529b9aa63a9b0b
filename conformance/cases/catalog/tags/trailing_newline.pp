# Tags: trailing newline
notify { 'a': tag => "a\n" }
