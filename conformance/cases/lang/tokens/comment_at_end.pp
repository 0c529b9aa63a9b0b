# comments end lines, and a block comment is no white space
$a = [1, 2]
notice($a/* x */[0]) # [1]
notice('a', # comment, with comma
  # another
  'b')/* done */notice('c')
/**/notice('d')/***/
# the last line has no end