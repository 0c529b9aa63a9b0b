File.read('/nope/x')
