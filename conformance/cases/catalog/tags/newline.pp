# Tags: newline
notify { 'a': tag => "a\nb" }
