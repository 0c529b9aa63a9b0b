# spec: 001 "Strings": there are four ways to write literal strings
$a = bare
$b = 'single'
$c = "double"
$d = @(END)
  heredoc
  |-END
notice($a, $b, $c, $d)
notice([$a, $b, $c, $d].all |$s| { $s =~ String })
