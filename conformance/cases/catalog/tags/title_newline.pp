# Tags: title newline
notify { "a\n": } notify { "b\nc": } notify { "ü": } notify { "-x": } notify { ".x": } notify { 'x.y-z': } notify { 'a/b': }
