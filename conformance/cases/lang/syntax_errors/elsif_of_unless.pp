# elsif of unless
unless true { } elsif false { }
