notice(shellquote('a', 'b c', "it's", '"q"', '$x', ''), shellquote(['a b', ['c']]), shellquote("new\nline", 'a!b', '~x', 'a*'))
