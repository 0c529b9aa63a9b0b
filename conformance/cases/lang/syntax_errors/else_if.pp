# else if
if true { } else if false { }
