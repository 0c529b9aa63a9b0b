notice(1.5 =~ Float[1.0, 2.0], 2.5 =~ Float[default, 2.0], 1 =~ Float, true =~ Boolean[true], false =~ Boolean[true], 3 =~ Numeric, 'true' =~ Boolean, 1.0 =~ Integer)
