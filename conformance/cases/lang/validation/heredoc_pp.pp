# a heredoc of Puppet code is checked
notice(@(END:pp))
  $a = 1 +
  | END
