raise "a\nb\n"
