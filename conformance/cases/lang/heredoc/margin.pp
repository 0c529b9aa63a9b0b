# the margin is what stands before the bar
$a = @(END)
    four
      six
  two
	tab

    four
    | END
notice($a)
