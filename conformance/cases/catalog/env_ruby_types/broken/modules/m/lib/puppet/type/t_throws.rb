throw :x
