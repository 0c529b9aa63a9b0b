def m(x); end
m
