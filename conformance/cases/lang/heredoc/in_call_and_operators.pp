# the line of the tag goes on behind it
notice(@(A).upcase, 'x') # comment
text
|-A
$a = @(A) =~ /^4/
41
|-A
notice($a)
notice([@(A),
x
|-A
  'second'])
