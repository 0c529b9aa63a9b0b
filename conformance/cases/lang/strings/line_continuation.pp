# a backslash at the end of a line joins the lines
notice("one \
two \
  three")
notice('one \
two')
$v = 1
notice("a\
$v\
b")
