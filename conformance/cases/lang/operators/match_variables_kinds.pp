# spec: 004 "=~ (regex or data type match)": sets the match variables, a type does not
if 'abc' =~ /b(.)/ { notice($0, $1, $2) }
if 'abc' =~ 'b(.)' { notice($0, $1, $2) }
if 'abc' =~ Pattern[/b(.)/] { notice($0, $1) }
